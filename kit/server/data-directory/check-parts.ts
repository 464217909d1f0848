import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf, StartupError } from '../process/startup-error.ts'

/** What the engines and this program work in, each with a directory of its own. */
const parts = ['postgres', 'clickhouse', 'journal', 'exports', 'imports', 'cache']
/** Of these what lies directly in them is looked at, too. */
const opened = new Set(['clickhouse', 'journal'])

/**
 * Throws StartupError when a part of the data directory `path` that is there already, or what lies
 * directly in the stores of readings, is nothing that this account may work with: it was copied, or
 * mounted, without its owner or for reading alone. Whoever meets it later ends with its own words.
 */
export function checkParts(path: string): void {
  for (const name of parts) {
    const part = join(path, name)
    if (!statSync(part, { throwIfNoEntry: false })) continue
    check(part, true)
    if (!opened.has(name)) continue
    for (const entry of readdirSync(part)) check(join(part, entry), false)
  }
}

function check(part: string, isDirectory: boolean): void {
  try {
    const found = statSync(part, { throwIfNoEntry: false })
    if (!found) return
    if (isDirectory && !found.isDirectory()) throw new Error('it is no directory')
    // Only its owner may, and only where something may be written.
    utimesSync(part, found.atime, found.mtime)
    if (found.isDirectory()) readdirSync(part)
  } catch (cause) {
    throw new StartupError(
      `${part}, a part of the data directory, cannot be used: ${reasonFor(part, cause)}. It must ` +
        `belong to the account that starts the server (uid ${process.geteuid?.() ?? 'unknown'}), ` +
        `on a disk that can be written.`,
      { cause },
    )
  }
}

function reasonFor(part: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EROFS') return 'its disk is mounted for reading alone'
  if (code !== 'EPERM' && code !== 'EACCES') return reasonOf(cause)
  const owner = statSync(part, { throwIfNoEntry: false })?.uid
  return `it belongs to another account${owner === undefined ? '' : ` (uid ${owner})`}`
}
