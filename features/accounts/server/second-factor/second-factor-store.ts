import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Sealed } from '#kit/server/secrets/keyring.ts'

/**
 * The secret of an authenticator as it is stored: sealed by the key `keyId`; null: not sealed, by a
 * version that did not.
 */
export interface StoredSecret {
  readonly keyId: string | null
  readonly bytes: Buffer
}

export interface SecondFactor {
  readonly secret: StoredSecret
  readonly confirmed: boolean
}

export async function readSecondFactor(
  sql: Kysely<DB>,
  userId: number,
): Promise<SecondFactor | null> {
  const row = await sql
    .selectFrom('second_factors')
    .select(['secret', 'key_id', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row
    ? { secret: { keyId: row.key_id, bytes: row.secret }, confirmed: row.confirmed_at !== null }
    : null
}

/**
 * Stores a secret that waits for its confirmation; false when the person's second factor is on
 * already.
 */
export async function writePendingSecret(
  sql: Kysely<DB>,
  userId: number,
  { bytes, keyId }: Sealed,
): Promise<boolean> {
  const stored = { secret: bytes, key_id: keyId }
  const row = await sql
    .insertInto('second_factors')
    .values({ user_id: userId, ...stored })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...stored, last_step: null })
        .where('second_factors.confirmed_at', 'is', null),
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

/**
 * Switches the second factor on, with these recovery codes (SHA-256) in place of earlier ones.
 * False when it is on already, or was set up again meanwhile.
 */
export async function confirmSecret(
  sql: Kysely<DB>,
  userId: number,
  { bytes }: StoredSecret,
  codeHashes: readonly Buffer[],
  now: number,
): Promise<boolean> {
  const row = await sql
    .updateTable('second_factors')
    .set({ confirmed_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('secret', '=', bytes)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) return false
  await sql.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await sql
    .insertInto('recovery_codes')
    .values(codeHashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
  return true
}

/** Removes the second factor with its recovery codes; false when none was on. */
export async function deleteSecondFactor(sql: Kysely<DB>, userId: number): Promise<boolean> {
  await sql.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const row = await sql
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}
