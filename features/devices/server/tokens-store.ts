import { randomBytes } from 'node:crypto'
import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { hashToken } from '#kit/server/token.ts'

/** How many of its last characters are shown of a token that is long enough not to suffer by it. */
const shownCharacters = 5
const lengthToShow = 24

/** The columns that hold a token. */
export function tokenColumns(token: string) {
  return {
    token_hash: hashToken(token),
    token_ending: token.length < lengthToShow ? null : token.slice(-shownCharacters),
    token_since: query<Date>`now()`,
    token_revoked: false,
  }
}

/** The columns of a device that no token opens. */
const withoutToken = () => ({
  token_hash: randomBytes(32),
  token_ending: null,
  token_since: query<Date>`now()`,
  token_revoked: true,
})

/**
 * Replaces a device's token; null: by none. The former one holds until `formerUntil`, if that is
 * given. The id of the device; null when there is none.
 */
export async function replaceToken(
  sql: Kysely<DB>,
  lesiId: string,
  token: string | null,
  formerUntil: Date | null = null,
): Promise<number | null> {
  const changed = await sql
    .updateTable('devices')
    .set(token === null ? withoutToken() : tokenColumns(token))
    .set({
      former_token_hash: formerUntil && query<Buffer>`token_hash`,
      former_token_until: formerUntil,
    })
    .where('lesi_id', '=', lesiId)
    .returning('id')
    .executeTakeFirst()
  return changed?.id ?? null
}
