import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf, StartupError } from '../process/startup-error.ts'

/** What the engines and this program work in, each with a directory of its own. */
const parts = ['postgres', 'clickhouse', 'journal', 'exports', 'imports', 'cache']

/**
 * Throws StartupError when a part of the data directory `path` that is there already, or what lies
 * directly in the telemetry store, is no directory in which this account may work: it was copied,
 * or mounted, without its owner or for reading alone. Its engine would end with its own words.
 */
export function checkParts(path: string): void {
  const store = join(path, 'clickhouse')
  for (const part of parts.map((name) => join(path, name))) {
    check(part)
    if (part !== store || !statSync(store, { throwIfNoEntry: false })) continue
    for (const entry of readdirSync(store, { withFileTypes: true }))
      if (entry.isDirectory()) check(join(store, entry.name))
  }
}

function check(part: string): void {
  try {
    const found = statSync(part, { throwIfNoEntry: false })
    if (!found) return
    if (!found.isDirectory()) throw new Error('it is no directory')
    // Only its owner may, and only where something may be written.
    utimesSync(part, found.atime, found.mtime)
    readdirSync(part)
  } catch (cause) {
    throw new StartupError(
      `${part}, a part of the data directory, cannot be used: ${reasonOf(cause)}. It must be a ` +
        `directory on a disk that can be written, and belong to the account that starts the ` +
        `server (${accountOf()}).`,
      { cause },
    )
  }
}

const accountOf = () => `uid ${process.geteuid?.() ?? 'of no number'}`
