import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../process/startup-error.ts'

/** The operating-system account that PostgreSQL runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Accounts that PostgreSQL drops to, in order, when none is named. initdb needs one with an entry
 * in /etc/passwd.
 */
const usualAccounts = ['postgres', 'nobody']

const runsAsRoot = (): boolean => process.getuid?.() === 0

/** The account called `name` in /etc/passwd, if there is one. */
export function accountNamed(name: string): Account | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [account, , uid, gid] = line.split(':')
    if (account === name) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/**
 * Whom PostgreSQL runs as: undefined means "whoever runs this program". PostgreSQL refuses to run
 * as root, so root gets the owner of the existing `cluster`, else the account `name`, else
 * `postgres`, else `nobody`. Throws StartupError when there is none of them.
 */
export function accountFor(cluster: string, name?: string): Account | undefined {
  if (!runsAsRoot()) return undefined
  const owner = ownerOf(cluster)
  if (owner && owner.uid !== 0) return owner
  const names = name === undefined ? usualAccounts : [name]
  const account = names.map(accountNamed).find((found) => found !== undefined && found.uid !== 0)
  if (account) return account
  throw new StartupError(
    `PostgreSQL cannot run as root, and there is no unprivileged ` +
      `account ${names.map((each) => `"${each}"`).join(' or ')} to run it as. ` +
      'Name an existing one in WARROOM_PG_USER, start the server as an ordinary user, or use a ' +
      'server of your own with DATABASE_URL.',
  )
}

/** Nobody's is what cannot be looked at; whoever opens the data directory says why it cannot. */
function ownerOf(path: string): Account | undefined {
  try {
    const { uid, gid } = statSync(path)
    return { uid, gid }
  } catch {
    return undefined
  }
}

/** Whether `command` succeeds when it is run as `account`. */
export function canRunAs(
  account: Account | undefined,
  command: string,
  parameters: readonly string[],
): boolean {
  return spawnSync(command, parameters, { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * Whether `account` can get as far as the deepest part of `directory` that exists. What is no
 * directory is refused by who opens it.
 */
export function canReach(account: Account | undefined, directory: string): boolean {
  let existing = directory
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  return !statSync(existing).isDirectory() || canRunAs(account, 'test', ['-x', existing])
}
