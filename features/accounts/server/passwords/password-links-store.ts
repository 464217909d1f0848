import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface LinkOwner {
  readonly id: number
  readonly name: string
  readonly email: string
}

/**
 * The person whose one-time link has a token with this SHA-256, while the link is valid at `now`
 * (ms UTC) and they are not disabled; else null.
 */
export async function readLinkOwner(
  sql: Kysely<DB>,
  tokenHash: Buffer,
  now: number,
): Promise<LinkOwner | null> {
  const row = await sql
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['users.id', 'name', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date(now))
    .where('disabled', '=', false)
    .executeTakeFirst()
  return row ?? null
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
