import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface TokenRow {
  readonly id: string
  readonly userId: number
  readonly roles: readonly string[]
  readonly deviceIds: readonly number[] | null
  readonly lastUsedAt: Date | null
}

/** The token with this SHA-256 that has not expired at `now`. */
export function findToken(
  sql: Kysely<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<TokenRow | undefined> {
  return sql
    .selectFrom('access_tokens')
    .select(['id', 'user_id as userId', 'roles', 'device_ids as deviceIds'])
    .select('last_used_at as lastUsedAt')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Tokens of a person, the newest first. */
export function listTokens(sql: Kysely<DB>, userId: number) {
  return sql
    .selectFrom('access_tokens')
    .select(['id', 'name', 'device_ids as deviceIds', 'created_at as createdAt'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
}
export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number]

export async function insertToken(
  sql: Kysely<DB>,
  token: Omit<TokenRow, 'lastUsedAt'> & {
    readonly name: string
    readonly tokenHash: Buffer
    readonly createdAt: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await sql
    .insertInto('access_tokens')
    .values({
      ...{ id: token.id, user_id: token.userId, name: token.name, token_hash: token.tokenHash },
      ...{ roles: [...token.roles], created_at: token.createdAt, expires_at: token.expiresAt },
      device_ids: token.deviceIds && [...token.deviceIds],
    })
    .execute()
}

/** Its name, or undefined where the person has no such token. */
export function deleteToken(sql: Kysely<DB>, userId: number, id: string) {
  return sql
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
}

export async function writeLastUsed(sql: Kysely<DB>, id: string, at: Date): Promise<void> {
  await sql.updateTable('access_tokens').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Access tokens of a role go on under its new name. */
export async function renameRoleInTokens(
  transaction: Transaction<DB>,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable('access_tokens')
    .set({ roles: query`array_replace(roles, ${from}, ${to})` })
    .where(query<boolean>`${from} = any(roles)`)
    .execute()
}

/** Removes tokens of a person that expired before this time. */
export async function deleteExpired(sql: Kysely<DB>, userId: number, before: Date): Promise<void> {
  await sql
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('expires_at', '<', before)
    .execute()
}

/** Lets no second token of this person be made until the transaction ends. */
export async function lockPerson(sql: Kysely<DB>, userId: number): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtext('access tokens'), ${userId}::integer)`.execute(
    sql,
  )
}
