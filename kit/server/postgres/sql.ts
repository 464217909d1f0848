import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import type { DB } from '../postgres-schema.ts'
import type { EmbeddedPostgres } from './embedded.ts'
import { reconnecting } from './reconnecting.ts'

/** The relational database, typed by its schema. `destroy()` closes it. */
export type Sql = Kysely<DB>

export interface SqlOptions {
  readonly log: BaseLogger
  /** Maximum number of connections at once; default 8. */
  readonly connections?: number
  /** How long a query waits for a server that is away, before it fails; default 3 s. */
  readonly timeoutMs?: number
  /**
   * After how long the server cancels a statement; default 30 s. null: never, and its answer is
   * waited for as long as the connection stands. For migrations.
   */
  readonly statementTimeoutMs?: number | null
  /** How much longer than that an answer is waited for; default 5 s. */
  readonly answerLeewayMs?: number
  /** Once it aborts nothing waits for a server that is away. */
  readonly stopping?: AbortSignal | undefined
}

/** Probes find a peer that is gone within some twenty seconds, also when nothing is asked. */
const firstProbeMs = 10_000

/**
 * Opens the relational database: the embedded server's, or the one that `url` names. Connections
 * are made when first needed, and again after the server was away: a query in progress then fails,
 * later ones wait a while for it to return. A statement that takes longer than 30 s is cancelled;
 * where the server does not answer even that (it is frozen, its packets are dropped), the query
 * fails five seconds later in a way that may pass, and its connection is thrown away. 64-bit
 * integers arrive as strings, timestamps as Date.
 */
export function openSql(
  source: { readonly url: string } | { readonly embedded: EmbeddedPostgres },
  options: SqlOptions,
): Sql {
  const { statementTimeoutMs = 30_000, answerLeewayMs = 5_000 } = options
  const pool = new pg.Pool({
    connectionString: 'url' in source ? source.url : source.embedded.url,
    max: options.connections ?? 8,
    application_name: 'warroom',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: firstProbeMs,
    ...(statementTimeoutMs !== null && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + answerLeewayMs,
    }),
  })
  // Without listeners the loss of a connection, idle or in use, would end the whole program. The
  // error itself carries the whole connection, and at the end nothing is lost.
  pool.on('error', ({ message }) =>
    options.log[pool.ending ? 'debug' : 'warn'](
      { reason: message },
      'lost an idle connection to PostgreSQL',
    ),
  )
  pool.on('connect', (client) =>
    client.on('error', ({ message }) =>
      options.log.debug({ reason: message }, 'lost a connection to PostgreSQL'),
    ),
  )
  return new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: reconnecting(pool, options.timeoutMs ?? 3_000, options.stopping),
    }),
  })
}
