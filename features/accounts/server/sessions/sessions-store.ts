import { sql as query, type ExpressionBuilder, type Kysely } from 'kysely'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** A session ends this long after its last request … */
export const idleMs = 12 * 3_600_000
/** … and at the latest this long after sign-in. */
export const maximumSessionMs = 7 * 24 * 3_600_000
/** The last request is stored at most this often. */
const lastSeenStepMs = 60_000

export interface NewSession {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly now: number
  readonly address: string
  readonly userAgent: string
}

/** Adds a session; its id. */
export async function insertSession(sql: Kysely<DB>, session: NewSession): Promise<string> {
  const now = new Date(session.now)
  const { id } = await sql
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(session.now + maximumSessionMs),
      address: session.address,
      user_agent: session.userAgent.slice(0, 512),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The caller behind the SHA-256 of a token, or behind the id of a session, when that session is
 * alive at `now` (ms UTC) and its user is not disabled; else null. With an active role that the
 * user may take: that role's rights alone; otherwise the rights of all roles and the user's own. A
 * request, which has a token, is stored as the last one; reading by an id is not.
 */
export async function readCaller(
  sql: Kysely<DB>,
  session: Buffer | string,
  now: number,
): Promise<Caller | null> {
  const asked =
    typeof session === 'string' ? query`sessions.id = ${session}` : query`token_hash = ${session}`
  const { rows } = await query<CallerRow>`
    with session as (
      select sessions.id, user_id, last_seen_at,
        case when exists (
          select from user_roles
          where user_roles.user_id = sessions.user_id and role in (active_role, 'admin')
        ) then active_role end as active_role
      from sessions join users on users.id = user_id
      where ${asked} and not disabled
        and expires_at > ${new Date(now)} and last_seen_at > ${new Date(now - idleMs)}
    )
    select id, user_id, last_seen_at,
      case when active_role is null
        then array(
          select role from user_roles where user_roles.user_id = session.user_id order by role)
        else array[active_role] end as roles,
      case when active_role is null
        then array(
          select permission from role_permissions join user_roles using (role)
          where user_roles.user_id = session.user_id
          union
          select permission from user_permissions where user_permissions.user_id = session.user_id
          order by permission)
        else array(
          select permission from role_permissions where role = active_role order by permission)
        end as permissions
    from session`.execute(sql)
  const row = rows[0]
  if (!row) return null
  const isRequest = typeof session !== 'string'
  if (isRequest && row.last_seen_at.getTime() <= now - lastSeenStepMs)
    await writeLastSeen(sql, row.id, now)
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

/** The role that was chosen for a session, whether or not it still counts; null without one. */
export async function readActiveRole(sql: Kysely<DB>, sessionId: string): Promise<string | null> {
  const row = await sql
    .selectFrom('sessions')
    .select('active_role')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.active_role ?? null
}

export async function writeActiveRole(
  sql: Kysely<DB>,
  sessionId: string,
  role: string | null,
): Promise<void> {
  await sql.updateTable('sessions').set({ active_role: role }).where('id', '=', sessionId).execute()
}

/** Gives a session a new token, by its SHA-256; the old one counts no more. */
export async function replaceSessionToken(
  sql: Kysely<DB>,
  sessionId: string,
  tokenHash: Buffer,
): Promise<void> {
  await sql
    .updateTable('sessions')
    .set({ token_hash: tokenHash })
    .where('id', '=', sessionId)
    .execute()
}

/** Whether a session exists; until the transaction ends nobody ends it. */
export async function lockSession(transaction: Kysely<DB>, sessionId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the session behind a token; its id, or null when there is none. */
export async function deleteSession(sql: Kysely<DB>, tokenHash: Buffer): Promise<string | null> {
  const row = await sql
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Ids of the sessions that are over; nobody changes them until the transaction ends. */
export async function lockOldSessions(sql: Kysely<DB>, now: number): Promise<readonly string[]> {
  const rows = await sql
    .selectFrom('sessions')
    .select('id')
    .where(isOver(now))
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes sessions that are over. */
export async function deleteOldSessions(sql: Kysely<DB>, now: number): Promise<void> {
  await sql.deleteFrom('sessions').where(isOver(now)).execute()
}

const isOver = (now: number) => (condition: ExpressionBuilder<DB, 'sessions'>) =>
  condition.or([
    condition('expires_at', '<=', new Date(now)),
    condition('last_seen_at', '<=', new Date(now - idleMs)),
  ])
