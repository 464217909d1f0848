import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../process/startup-error.ts'

/**
 * Longest path of a Unix socket that every supported kernel takes, in bytes (Linux 107, macOS 103).
 */
const maximumPathBytes = 103

/**
 * The directory for the Unix socket `name`: `preferred`, or where that path would be too long for
 * the kernel a short one under /tmp, derived from `preferred`, so that every process that has the
 * data directory finds the same.
 */
export function socketDirectory(preferred: string, name: string): string {
  if (Buffer.byteLength(join(preferred, name)) <= maximumPathBytes) return preferred
  return `/tmp/warroom-${createHash('sha256').update(preferred).digest('hex').slice(0, 16)}`
}

/**
 * Makes `directory` if needed, with mode 0700, owned by `owner` (default: whoever runs this
 * program). Throws StartupError when somebody else's file or link is in its place, as anybody could
 * put one into /tmp.
 */
export function makePrivateDirectory(
  directory: string,
  owner?: { readonly uid: number; readonly gid: number },
): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const found = lstatSync(directory)
  const allowed = [process.getuid?.(), owner?.uid]
  if (!found.isDirectory() || !allowed.includes(found.uid)) {
    throw new StartupError(
      `${directory} belongs to another account (uid ${found.uid}) or is not a directory. Remove ` +
        `it, or choose a shorter path in WARROOM_DATA.`,
    )
  }
  chmodSync(directory, 0o700)
  if (owner) chownSync(directory, owner.uid, owner.gid)
}

/**
 * Removes a socket directory outside of `home`, once nothing is left in it; one inside stays for
 * the next start.
 */
export function removeShortDirectory(directory: string, home: string): void {
  if (directory.startsWith(home)) return
  try {
    rmdirSync(directory)
  } catch {
    // Not empty: another socket is still there.
  }
}
