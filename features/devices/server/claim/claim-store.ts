import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { BoundDays } from '../devices-store.ts'

/** What opens a device to whoever claims it. */
export interface StoredClaim extends BoundDays {
  readonly deviceId: number
  readonly name: string
  readonly hash: Buffer
}

/** Null when there is no such device, or it can not be claimed. Nobody else changes it then. */
export async function lockClaim(sql: Kysely<DB>, lesiId: string): Promise<StoredClaim | null> {
  const row = await sql
    .selectFrom('devices')
    .select(['id as deviceId', 'name', 'claim_hash as hash'])
    .select(query<string | null>`claim_start::text`.as('contractStart'))
    .select(query<string | null>`claim_end::text`.as('contractEnd'))
    .where('lesi_id', '=', lesiId)
    .forUpdate()
    .executeTakeFirst()
  return row && row.hash !== null ? { ...row, hash: row.hash } : null
}

/** Null: the device can not be claimed from now on. */
export async function writeClaim(
  sql: Kysely<DB>,
  deviceId: number,
  claim: (BoundDays & { readonly hash: Buffer }) | null,
): Promise<void> {
  await sql
    .updateTable('devices')
    .set({
      claim_hash: claim?.hash ?? null,
      claim_since: claim ? query<Date>`now()` : null,
      claim_start: claim?.contractStart ?? null,
      claim_end: claim?.contractEnd ?? null,
    })
    .where('id', '=', deviceId)
    .execute()
}
