import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

export interface SecondFactor {
  readonly secret: Buffer
  readonly confirmed: boolean
}

export async function readSecondFactor(sql: Kysely<DB>, userId: number): Promise<SecondFactor | null> {
  const row = await sql
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { secret: row.secret, confirmed: row.confirmed_at !== null } : null
}

/** Keeps a secret that waits for its confirmation; false when the person's second factor is on already. */
export async function writePendingSecret(sql: Kysely<DB>, userId: number, secret: Buffer): Promise<boolean> {
  const row = await sql
    .insertInto('second_factors')
    .values({ user_id: userId, secret })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_step: null }).where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the code of a time step: false when that step, or a newer one, was used before. */
export async function takeStep(sql: Kysely<DB>, userId: number, step: number): Promise<boolean> {
  const row = await sql
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where(query<boolean>`coalesce(last_step, -1) < ${step}`)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Switches the second factor on, with these recovery codes (SHA-256) in place of earlier ones. */
export async function confirmSecret(sql: Kysely<DB>, userId: number, codeHashes: readonly Buffer[], now: number): Promise<void> {
  await sql
    .updateTable('second_factors')
    .set({ confirmed_at: new Date(now) })
    .where('user_id', '=', userId)
    .execute()
  await sql.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await sql
    .insertInto('recovery_codes')
    .values(codeHashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
}

/** Uses a recovery code up; false when there is no such code. */
export async function takeRecoveryCode(sql: Kysely<DB>, userId: number, codeHash: Buffer): Promise<boolean> {
  const row = await sql
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the second factor and everything that belongs to it; false when none was on. */
export async function deleteSecondFactor(sql: Kysely<DB>, userId: number): Promise<boolean> {
  await sql.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await sql.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute()
  const row = await sql.deleteFrom('second_factors').where('user_id', '=', userId).returning('confirmed_at').executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}
