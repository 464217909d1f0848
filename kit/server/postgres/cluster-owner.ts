import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../process/startup-error.ts'
import type { Account } from './account.ts'

/**
 * Lets the server have a cluster that was copied without its owner. PostgreSQL never runs as root:
 * files of root are such a copy, and become those of `account`. Throws StartupError when this
 * program is an ordinary user and the files belong to another one.
 */
export function takeOwnership(cluster: string, account: Account | undefined): void {
  const owner = statSync(cluster).uid
  if (account) {
    if (owner === 0) giveTo(cluster, account)
    return
  }
  const user = process.getuid?.()
  if (user !== undefined && owner !== user)
    throw new StartupError(
      `The files of PostgreSQL in ${cluster} belong to another user (uid ${owner}), as after a ` +
        `copy. Let them belong to the one who starts the server: chown -R ${user} ${cluster}`,
    )
}

/** What links lead to elsewhere stays as it is. */
function giveTo(cluster: string, { uid, gid }: Account): void {
  const entries = readdirSync(cluster, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries) lchownSync(join(parentPath, name), uid, gid)
  // Others may have no rights, or PostgreSQL refuses it. Last: until then the copy is still root's.
  chmodSync(cluster, 0o700)
  lchownSync(cluster, uid, gid)
}
