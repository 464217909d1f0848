import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

/**
 * A lock file made against a registry that lacks packages of other platforms misses their entries,
 * and `npm ci` then refuses elsewhere. Adds every optional dependency that a locked package names
 * and the lock does not hold. Run it when dependencies change.
 */

interface Entry {
  version: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  engines?: Record<string, string>
  license?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}

const path = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }
let added = 0
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    if (Object.keys(lock.packages).some((path) => path === key || path.endsWith(`/${key}`)))
      continue
    lock.packages[key] = describe(name, version)
    added += 1
  }
}
const sorted = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([one], [other]) => (one < other ? -1 : 1)),
)
writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
process.stdout.write(`${added} entries added\n`)

/** What the registry says of it, or what its name says where the registry does not have it. */
function describe(name: string, version: string): Entry {
  const { stdout, status } = spawnSync(
    'npm',
    [
      'view',
      `${name}@${version}`,
      'version',
      'os',
      'cpu',
      'libc',
      'engines',
      'license',
      'dist.integrity',
      '--json',
    ],
    {
      encoding: 'utf8',
    },
  )
  const found =
    status === 0 && stdout.trim() !== '' ? (JSON.parse(stdout) as Record<string, unknown>) : {}
  const { 'dist.integrity': integrity, ...rest } = found
  const platform = platformOf(name)
  const exact = /^[0-9]/.test(version) ? version : version.replace(/^[^0-9]*/, '')
  return {
    ...{ version: exact, ...platform },
    ...(rest as Partial<Entry>),
    ...(typeof integrity === 'string' ? { integrity } : {}),
    optional: true,
  }
}

function platformOf(name: string): Pick<Entry, 'os' | 'cpu'> {
  const os = /(linux|darwin|win32|windows|freebsd|android|openbsd|netbsd|sunos|aix)/.exec(name)?.[1]
  const cpu = /(x64|arm64|arm|ia32|ppc64|s390x|riscv64|loong64)/.exec(name)?.[1]
  return {
    ...(os ? { os: [os === 'windows' ? 'win32' : os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
  }
}
