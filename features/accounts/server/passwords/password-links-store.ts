import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Makes a one-time link valid until `expiresAt` (ms UTC), in place of an earlier one. */
export async function writePasswordLink(
  sql: Kysely<DB>,
  userId: number,
  tokenHash: Buffer,
  expiresAt: number,
): Promise<void> {
  const link = { token_hash: tokenHash, expires_at: new Date(expiresAt) }
  await sql
    .insertInto('password_links')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()
}

/**
 * Id of the user whose one-time link has a token with this SHA-256, while the link is valid at
 * `now` (ms UTC); else null.
 */
export async function readLinkUser(
  sql: Kysely<DB>,
  tokenHash: Buffer,
  now: number,
): Promise<number | null> {
  const row = await sql
    .selectFrom('password_links')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Uses a link up; false when somebody was faster. */
export async function takeLink(sql: Kysely<DB>, tokenHash: Buffer): Promise<boolean> {
  const row = await sql
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Revokes the one-time link of a user. */
export async function deletePasswordLink(sql: Kysely<DB>, userId: number): Promise<void> {
  await sql.deleteFrom('password_links').where('user_id', '=', userId).execute()
}

/** Revokes the one-time links of everybody who holds the role. */
export async function deletePasswordLinksOfRole(sql: Kysely<DB>, role: string): Promise<void> {
  const holders = sql.selectFrom('user_roles').select('user_id').where('role', '=', role)
  await sql.deleteFrom('password_links').where('user_id', 'in', holders).execute()
}
