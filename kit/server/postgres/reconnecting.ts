import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { reasonOf } from '../process/startup-error.ts'

const reconnectPollMs = 50

/**
 * Failures to connect that a restart of the server explains: they pass. The name of a container is
 * gone while it is.
 */
const passingFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
])

/** SQLSTATE "connection failure". */
const connectionFailure = '08006'
/** What the driver says of a query whose answer it does not wait for any more. */
const unanswered = 'Query read timeout'

function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && passingFailures.has(String(error.code))
}

/** What the network says, as one failure of the connection: its codes are those of any socket. */
function asConnectionFailure(error: unknown): unknown {
  const isOfNetwork =
    error instanceof AggregateError || (error instanceof Error && 'syscall' in error)
  if (!isOfNetwork) return error
  return Object.assign(new Error(reasonOf(error), { cause: error }), { code: connectionFailure })
}

/**
 * `client`, except that a connection that owes an answer is thrown away: whatever comes after it,
 * a rollback too, would wait behind it.
 */
function endedWhenUnanswered(client: pg.PoolClient & Pick<pg.Client, 'end'>): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, [...values])
    } catch (error) {
      if (error instanceof Error && error.message === unanswered)
        client.end().catch(() => undefined)
      throw asConnectionFailure(error)
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

/**
 * `pool`, except that getting a connection waits a while for a server that is away, unless the
 * program is `stopping` (it has little time, and each query would take that while), and that a
 * connection that owes an answer too long is thrown away. Queries themselves are never repeated.
 * What the network fails with has the SQLSTATE of a lost connection.
 */
export function reconnecting(
  pool: pg.Pool,
  timeoutMs: number,
  stopping?: AbortSignal,
): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const end = performance.now() + timeoutMs
      for (;;) {
        try {
          return endedWhenUnanswered(await pool.connect())
        } catch (error) {
          const isOver = performance.now() > end || stopping?.aborted === true
          if (!isTransient(error) || isOver) throw asConnectionFailure(error)
          await delay(reconnectPollMs)
        }
      }
    },
    end: () => pool.end(),
  }
}
