import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#testing/eventually.ts'
import { namedSources } from '../../scripts/server-build/named-sources.ts'
import { bundleVariable, compiledOf, programOf } from '../../scripts/server-build/place.ts'

const project = join(import.meta.dirname, '..', '..')

export interface ServerProcess {
  /** `http://localhost:PORT` */
  readonly url: string
  readonly mqttUrl: string
  /** Empty without a port with TLS. */
  readonly mqttsUrl: string
  readonly pid: number
  /** Everything that it wrote so far: the announcement and the log. */
  readonly output: () => string
  /** Resolves with the exit status; null after a signal. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): void
  /**
   * SIGTERM, and waits for the end. A server that has not ended after 60 s is killed; rejects with
   * the end of what it wrote.
   */
  stop(): Promise<number | null>
}

/** As `npm start` has it. */
const usual = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '2097152',
  MALLOC_TRIM_THRESHOLD_: '4194304',
  UV_THREADPOOL_SIZE: '12',
}
const usualFlags = [
  '--expose-gc',
  '--max-semi-space-size=64',
  '--heap-growing-percent=50',
  '--no-parallel-scavenge',
  '--no-parallel-marking',
  '--no-parallel-compaction',
  '--no-parallel-pointer-update',
  '--no-parallel-weak-ref-clearing',
  '--no-separate-gc-phases',
]

/** What runs: the sources, as under `npm start`, or the bundle of this run of tests. */
async function whatRuns(isFromSources: boolean) {
  const bundle = isFromSources ? undefined : process.env[bundleVariable]
  if (bundle === undefined)
    return {
      words: [...usualFlags, join(project, 'apps/server/main.ts')],
      compiled: join(project, '.cache/node'),
    }
  const program = programOf(bundle)
  await eventually('the server is bundled', () => existsSync(program))
  return {
    // All processors are busy with tests: threads that help to collect garbage wait for each other.
    words: [...usualFlags, '--single-threaded-gc', program],
    compiled: compiledOf(bundle),
  }
}

/**
 * Runs the real server as a process of its own, on ports that the system chooses unless the
 * environment names them.
 */
export async function runServer(
  environment: Readonly<Record<string, string>>,
  { isFromSources = false } = {},
) {
  const { words, compiled } = await whatRuns(isFromSources)
  const child = spawn(process.execPath, words, {
    env: {
      ...process.env,
      ...usual,
      NODE_COMPILE_CACHE: compiled,
      HTTP_PORT: '0',
      MQTT_PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, ended: once(child, 'exit').then(([status]) => status as number | null) }
}

/**
 * Starts the real server, without demo data unless asked for. Resolves when it says that it is
 * ready; rejects with its output when it ends before.
 */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  from?: { readonly isFromSources: boolean },
): Promise<ServerProcess> {
  const { child, ended } = await runServer(environment, from)
  let output = ''
  const written = () => namedSources(output)
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.includes('Warroom is ready') && output.includes('Data directory')) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    void ended.then((status) => reject(new Error(`the server ended with ${status}:\n${written()}`)))
  })
  return describe(child, written, ended)
}

function describe(
  child: ChildProcess,
  output: () => string,
  ended: Promise<number | null>,
): ServerProcess {
  const find = (pattern: RegExp) => pattern.exec(output())?.[1] ?? ''
  return {
    url: find(/Warroom is ready:\s+(\S+)/),
    mqttUrl: find(/MQTT:\s+(\S+)/),
    mqttsUrl: find(/MQTT with TLS:\s+(\S+)/),
    pid: child.pid ?? 0,
    output,
    ended,
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM')
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, 120_000)
      const status = await ended
      clearTimeout(timer)
      if (isLate) throw new Error(`the server ignored SIGTERM:\n${output().slice(-4_000)}`)
      return status
    },
  }
}
