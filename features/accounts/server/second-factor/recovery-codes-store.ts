import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Uses a recovery code up; false when there is no such code. */
export async function takeRecoveryCode(
  sql: Kysely<DB>,
  userId: number,
  codeHash: Buffer,
): Promise<boolean> {
  const row = await sql
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Recovery codes of a user that have not been used. */
export async function countRecoveryCodes(sql: Kysely<DB>, userId: number): Promise<number> {
  const { count } = await sql
    .selectFrom('recovery_codes')
    .select(query<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
