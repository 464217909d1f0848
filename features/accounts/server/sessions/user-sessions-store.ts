import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { idleMs } from './sessions-store.ts'

export interface SessionRow {
  readonly id: string
  /** ms UTC */
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly address: string
  readonly userAgent: string
}

/** Sessions of a user that are alive at `now` (ms UTC), the newest request first. */
export async function listSessions(
  sql: Kysely<DB>,
  userId: number,
  now: number,
): Promise<readonly SessionRow[]> {
  const rows = await sql
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now))
    .where('last_seen_at', '>', new Date(now - idleMs))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    address: row.address,
    userAgent: row.user_agent,
  }))
}

/** Ends one session of a user; false when the user has no such session. */
export async function deleteOwnSession(
  sql: Kysely<DB>,
  userId: number,
  sessionId: string,
): Promise<boolean> {
  const row = await sql
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all sessions of a user but `except`; the ids of those that ended. */
export async function deleteSessionsOf(
  sql: Kysely<DB>,
  userId: number,
  except: string | null,
): Promise<readonly string[]> {
  const ending = sql.deleteFrom('sessions').where('user_id', '=', userId).returning('id')
  const rows = await (except === null ? ending : ending.where('id', '<>', except)).execute()
  return rows.map(({ id }) => id)
}
