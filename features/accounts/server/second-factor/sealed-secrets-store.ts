import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Sealed } from '#kit/server/secrets/keyring.ts'
import type { StoredSecret } from './second-factor-store.ts'

/** Every secret that is not sealed by this key. */
export async function listSecretsNotSealedBy(
  sql: Kysely<DB>,
  keyId: string,
): Promise<readonly { readonly userId: number; readonly secret: StoredSecret }[]> {
  const rows = await sql
    .selectFrom('second_factors')
    .select(['user_id', 'secret', 'key_id'])
    .where(query<boolean>`key_id is distinct from ${keyId}`)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    secret: { keyId: row.key_id, bytes: row.secret },
  }))
}

/** Replaces the bytes of a secret, if they still are what was read; whether they were. */
export async function replaceSecret(
  sql: Kysely<DB>,
  userId: number,
  before: Buffer,
  { bytes, keyId }: Sealed,
): Promise<boolean> {
  const row = await sql
    .updateTable('second_factors')
    .set({ secret: bytes, key_id: keyId })
    .where('user_id', '=', userId)
    .where('secret', '=', before)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes the table again, so that its file holds none of what was replaced. */
export async function removeTracesOfSecrets(sql: Kysely<DB>): Promise<void> {
  await query`vacuum full second_factors`.execute(sql)
}
