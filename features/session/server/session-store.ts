import { sql as query, type Kysely } from 'kysely'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** A session ends this long after its last request … */
export const idleMs = 12 * 3_600_000
/** … and at the latest this long after sign-in. */
export const longestMs = 7 * 24 * 3_600_000
/** The last request is written down at most this often. */
const lastSeenStepMs = 60_000

export interface NewSession {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly now: number
  readonly address: string
  readonly userAgent: string
}

export async function insertSession(sql: Kysely<DB>, session: NewSession): Promise<void> {
  const now = new Date(session.now)
  await sql
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(session.now + longestMs),
      address: session.address,
      user_agent: session.userAgent.slice(0, 512),
    })
    .execute()
}

/**
 * The caller behind a token whose session is alive at `now` (ms UTC) and whose user is not disabled, else null.
 * With an active role that the user may take: that role's rights; otherwise the rights of all roles and the user's own.
 */
export async function readCaller(sql: Kysely<DB>, tokenHash: Buffer, now: number): Promise<Caller | null> {
  const { rows } = await query<CallerRow>`
    with session as (
      select sessions.id, user_id, last_seen_at,
        case when exists (
          select from user_roles where user_roles.user_id = sessions.user_id and role in (active_role, 'admin')
        ) then active_role end as active_role
      from sessions join users on users.id = user_id
      where token_hash = ${tokenHash} and not disabled
        and expires_at > ${new Date(now)} and last_seen_at > ${new Date(now - idleMs)}
    )
    select id, user_id, last_seen_at,
      case when active_role is null
        then array(select role from user_roles where user_roles.user_id = session.user_id order by role)
        else array[active_role] end as roles,
      case when active_role is null
        then array(
          select permission from role_permissions join user_roles using (role) where user_roles.user_id = session.user_id
          union select permission from user_permissions where user_permissions.user_id = session.user_id
          order by permission)
        else array(select permission from role_permissions where role = active_role order by permission) end as permissions
    from session`.execute(sql)
  const row = rows[0]
  if (!row) return null
  if (row.last_seen_at.getTime() <= now - lastSeenStepMs) await writeLastSeen(sql, row.id, now)
  return { userId: row.user_id, sessionId: row.id, roles: row.roles, permissions: row.permissions }
}

interface CallerRow {
  id: string
  user_id: number
  last_seen_at: Date
  roles: string[]
  permissions: string[]
}

async function writeLastSeen(sql: Kysely<DB>, sessionId: string, now: number): Promise<void> {
  await sql
    .updateTable('sessions')
    .set({ last_seen_at: new Date(now) })
    .where('id', '=', sessionId)
    .execute()
}

/** Whether a session may still be used at `now` (ms UTC). */
export async function sessionIsAlive(sql: Kysely<DB>, sessionId: string, now: number): Promise<boolean> {
  const row = await sql
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('users.disabled', '=', false)
    .where('expires_at', '>', new Date(now))
    .where('last_seen_at', '>', new Date(now - idleMs))
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the session behind a token; its id, or null when there is none. */
export async function deleteSession(sql: Kysely<DB>, tokenHash: Buffer): Promise<string | null> {
  const row = await sql.deleteFrom('sessions').where('token_hash', '=', tokenHash).returning('id').executeTakeFirst()
  return row?.id ?? null
}

/** Removes sessions that are over. */
export async function deleteOldSessions(sql: Kysely<DB>, now: number): Promise<void> {
  await sql
    .deleteFrom('sessions')
    .where((condition) =>
      condition.or([condition('expires_at', '<=', new Date(now)), condition('last_seen_at', '<=', new Date(now - idleMs))]),
    )
    .execute()
}
