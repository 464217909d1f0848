import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Whose requests: everybody's for null. */
type Owner = number | null

function selected(sql: Kysely<DB>, owner: Owner) {
  return sql
    .selectFrom('reading_deletions')
    .$if(owner !== null, (rows) => rows.where('requested_by', '=', owner))
}

function described(sql: Kysely<DB>, owner: Owner) {
  return selected(sql, owner)
    .select(['id', 'lesi_id as lesiId', 'device_name as deviceName', 'state', 'reason'])
    .select(['sensor_key as sensorKey', 'sensor_name as sensorName', 'failed_at as failedAt'])
    .select(['created_at as removedAt', 'proven_at as provenAt', 'done_at as doneAt'])
    .select([
      query<number>`cardinality(sensor_ids)`.as('sensorCount'),
      query<number>`readings::double precision`.as('readings'),
    ])
}
export type DeletionRow = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number]

/** A page, the newest first, with how many there are and how many are not done. */
export async function readDeletions(
  sql: Kysely<DB>,
  owner: Owner,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ rows: readonly DeletionRow[]; total: number; open: number }> {
  const rows = await described(sql, owner)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const counts = await selected(sql, owner)
    .select([
      query<number>`count(*)::integer`.as('total'),
      query<number>`(count(*) filter (where state = 'requested'))::integer`.as('open'),
    ])
    .executeTakeFirstOrThrow()
  return { rows, ...counts }
}

/** Null when there is none, or none of this owner. */
export async function readDeletion(
  sql: Kysely<DB>,
  owner: Owner,
  id: number,
): Promise<DeletionRow | null> {
  return (await described(sql, owner).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Requests what is kept, or again what failed. */
export async function requestDeletion(
  transaction: Transaction<DB>,
  id: number,
  requestedBy: number | null,
): Promise<void> {
  await transaction
    .updateTable('reading_deletions')
    .set({ state: 'requested', reason: null, failed_at: null })
    .set({ requested_at: query<Date>`now()`, requested_by: requestedBy })
    .where('id', '=', id)
    .where('state', '!=', 'done')
    .execute()
}

/** The newest request about this sensor. */
export async function readDeletionOf(
  sql: Kysely<DB>,
  sensorId: number,
): Promise<DeletionRow | null> {
  return (
    (await described(sql, null)
      .where(query<boolean>`${sensorId} = any(sensor_ids)`)
      .orderBy('id', 'desc')
      .executeTakeFirst()) ?? null
  )
}

/**
 * Gives a sensor another number, under which nothing is stored; null when there is no such sensor.
 */
export async function renumberSensor(
  transaction: Transaction<DB>,
  id: number,
): Promise<number | null> {
  const row = await transaction
    .updateTable('sensors')
    .set({ id: query<number>`default` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
