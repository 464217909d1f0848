import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import type { DB } from '../postgres-schema.ts'
import type { EmbeddedPostgres } from './embedded.ts'

/** The relational database, typed by its schema. `destroy()` closes it. */
export type Sql = Kysely<DB>

export interface SqlOptions {
  readonly log: BaseLogger
  /** Maximum number of connections at once; default 8. */
  readonly connections?: number
  /** How long a query waits for a server that is away, before it fails; default 3 s. */
  readonly timeoutMs?: number
}

const reconnectPollMs = 50
const statementTimeoutMs = 30_000

/** Failures to connect that a restart of the server explains: they pass. */
const passingFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
])

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && passingFailures.has(String(error.code))
}

/**
 * `pool`, except that getting a connection waits a while for a server that is away. Queries
 * themselves are never repeated.
 */
function withReconnect(pool: pg.Pool, timeoutMs: number): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const end = Date.now() + timeoutMs
      for (;;) {
        try {
          return await pool.connect()
        } catch (error) {
          if (!isTransient(error) || Date.now() > end) throw error
          await delay(reconnectPollMs)
        }
      }
    },
    end: () => pool.end(),
  }
}

/**
 * Opens the relational database: the embedded server's, or the one that `url` names. Connections
 * are made when first needed, and again after the server was away: a query in progress then fails,
 * later ones wait a while for it to return. A statement that takes longer than 30 s is cancelled.
 * 64-bit integers arrive as strings, timestamps as Date.
 */
export function openSql(
  source: { readonly url: string } | { readonly embedded: EmbeddedPostgres },
  options: SqlOptions,
): Sql {
  const pool = new pg.Pool({
    connectionString: 'url' in source ? source.url : source.embedded.url,
    max: options.connections ?? 8,
    application_name: 'warroom',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
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
    dialect: new PostgresDialect({ pool: withReconnect(pool, options.timeoutMs ?? 3_000) }),
  })
}
