import { execFile } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makePrivateDirectory, socketDirectory } from '../data-directory/socket-path.ts'
import { StartupError } from '../process/startup-error.ts'
import type { Account } from './account.ts'
import { takeOwnership } from './cluster-owner.ts'
import { environment, initdbArguments, socketPort } from './settings.ts'
import { supervisedCommand } from './supervised-command.ts'

const unfinishedPrefix = 'cluster-unfinished-'

/** Where the parts of the embedded server are. */
export interface Layout {
  /** Ours; holds the parts below. */
  readonly directory: string
  /** The data directory of PostgreSQL. */
  readonly cluster: string
  /** The directory of its Unix socket. */
  readonly sockets: string
}

export function layoutOf(directory: string): Layout {
  const sockets = socketDirectory(join(directory, 'socket'), `.s.PGSQL.${socketPort}.lock`)
  return { directory, cluster: join(directory, 'cluster'), sockets }
}

/**
 * Makes the directories around the cluster so that `account` can work in them and nobody else can
 * connect.
 */
export function prepareLayout(layout: Layout, account: Account | undefined): void {
  mkdirSync(layout.directory, { recursive: true })
  // Search permission only: the account passes through to what belongs to it.
  chmodSync(layout.directory, account ? 0o711 : 0o700)
  makePrivateDirectory(layout.sockets, account)
}

/**
 * Removes it again while it comes back: a child of the initdb of a program that was just killed may
 * still be writing.
 */
async function removeUnfinished(path: string): Promise<void> {
  for (let attempts = 0; attempts < 20 && existsSync(path); attempts++) {
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    await delay(50)
  }
}

/**
 * Creates the cluster unless there is one, of which the account becomes the owner where it was
 * copied without. Safe to interrupt at any moment: it grows under another
 * name and gets its own by a rename, once complete and on disk. What an interrupted attempt left is
 * removed.
 */
export async function createCluster(
  layout: Layout,
  binaries: string,
  account: Account | undefined,
): Promise<void> {
  for (const name of readdirSync(layout.directory)) {
    if (name.startsWith(unfinishedPrefix)) await removeUnfinished(join(layout.directory, name))
  }
  if (existsSync(join(layout.cluster, 'PG_VERSION'))) {
    takeOwnership(layout.cluster, account)
    return
  }
  const unfinished = join(layout.directory, `${unfinishedPrefix}${process.pid}`)
  makePrivateDirectory(unfinished, account)
  const supervised = supervisedCommand(
    account,
    'KILL',
    join(binaries, 'bin', 'initdb'),
    initdbArguments(unfinished),
  )
  try {
    await promisify(execFile)(supervised.command, supervised.parameters, {
      ...supervised.account,
      cwd: '/',
      env: environment,
    })
  } catch (cause) {
    const detail =
      cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause)
    throw new StartupError(
      `PostgreSQL could not create its files in ${layout.directory}: ${detail}`,
      { cause },
    )
  }
  renameSync(unfinished, layout.cluster)
  const directory = openSync(layout.directory, 'r')
  fsyncSync(directory)
  closeSync(directory)
}
