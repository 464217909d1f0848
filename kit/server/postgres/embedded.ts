import type { BaseLogger } from 'pino'
import { removeShortDirectory } from '../data-directory/socket-path.ts'
import { StartupError } from '../process/startup-error.ts'
import { accountFor } from './account.ts'
import { binariesFor } from './binaries.ts'
import { createCluster, layoutOf, prepareLayout } from './cluster.ts'
import { ensureDatabase } from './cluster-store.ts'
import type { PostmasterOptions } from './postmaster.ts'
import { stopPreviousPostmaster } from './previous-postmaster.ts'
import { databaseName, socketPort, superuser } from './settings.ts'
import { Supervisor, type HealthChecks, type PostgresState } from './supervisor.ts'

export type { PostgresState } from './supervisor.ts'

export interface EmbeddedPostgresOptions {
  /**
   * The server's own part of the data directory. The caller holds the lock of the data directory
   * around it.
   */
  readonly directory: string
  readonly log: BaseLogger
  /**
   * Account to run as when this program is root (WARROOM_PG_USER); default `postgres`, then
   * `nobody`.
   */
  readonly account?: string | undefined
  /** Server settings to override. Tests only. */
  readonly settings?: Readonly<Record<string, string>>
  readonly health?: HealthChecks
}

/** A running, supervised PostgreSQL server. */
export interface EmbeddedPostgres {
  /** Connection string of the product's database, over the Unix socket. */
  readonly url: string
  /** Directory of the Unix socket. */
  readonly sockets: string
  readonly state: () => PostgresState
  /** Process id of the postmaster while there is one. */
  readonly pid: () => number | undefined
  /** Calls `listener` at every change of state, until the returned function is called. */
  readonly onState: (listener: (state: PostgresState) => void) => () => void
  /**
   * Fast shutdown: clients are disconnected, everything is on disk when it resolves. May be called
   * twice.
   */
  readonly stop: () => Promise<void>
}

/** Connection string for `database` of the server behind the socket directory `sockets`. */
export function socketUrl(sockets: string, database: string = databaseName): string {
  const options = { host: sockets, port: String(socketPort), user: superuser }
  return `postgres:///${database}?${new URLSearchParams(options).toString()}`
}

/**
 * Starts PostgreSQL on `directory`, creating the cluster at the first start, and keeps it running
 * until `stop`: a server that dies is started again after a growing pause. Resolves when it answers
 * queries and the product's database exists. Throws StartupError, in words for the operator, when
 * it cannot be started.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log } = options
  const layout = layoutOf(options.directory)
  const account = accountFor(layout.cluster, options.account)
  prepareLayout(layout, account)
  const binaries = binariesFor(account, layout.directory)
  await stopPreviousPostmaster(layout, log)
  await createCluster(layout, binaries, account)
  const postmaster: PostmasterOptions = {
    binaries,
    layout,
    account,
    settings: options.settings ?? {},
    log,
  }
  const supervisor = new Supervisor(postmaster, options.health)
  try {
    await supervisor.started
    await ensureDatabase(layout.sockets)
  } catch (cause) {
    await supervisor.stop()
    throw cause instanceof StartupError
      ? cause
      : new StartupError(`PostgreSQL did not start: ${String(cause)}`, { cause })
  }
  return {
    url: socketUrl(layout.sockets),
    sockets: layout.sockets,
    state: () => supervisor.state,
    pid: () => supervisor.pid,
    onState: (listener) => supervisor.onState(listener),
    async stop() {
      await supervisor.stop()
      removeShortDirectory(layout.sockets, layout.directory)
    },
  }
}
