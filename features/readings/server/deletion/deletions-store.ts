import { sql as query, type Kysely } from 'kysely'
import type { RecordRemovedSensors } from '#kit/server/readings/reading-deletions.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

export const recordRemovedSensors: RecordRemovedSensors = async (transaction, removed, choice) => {
  await transaction
    .insertInto('reading_deletions')
    .values({
      lesi_id: removed.lesiId,
      device_name: removed.deviceName,
      sensor_key: removed.sensor?.key ?? null,
      sensor_name: removed.sensor?.name ?? null,
      sensor_ids: [...removed.sensorIds],
      state: choice === 'delete' ? 'requested' : 'kept',
      requested_by: removed.removedBy,
      requested_at: choice === 'delete' ? query<Date>`now()` : null,
    })
    .execute()
}

/** A deletion that is to be carried out. */
export interface RequestedDeletion {
  readonly id: number
  readonly lesiId: string
  readonly deviceName: string
  readonly sensorKey: string | null
  readonly sensorIds: readonly number[]
}

/**
 * What is requested and not proven, the oldest first. An id that a sensor has now is never among
 * those to be deleted.
 */
export async function readRequested(sql: Kysely<DB>): Promise<readonly RequestedDeletion[]> {
  return sql
    .selectFrom('reading_deletions')
    .select(['id', 'lesi_id as lesiId', 'device_name as deviceName', 'sensor_key as sensorKey'])
    .select(
      query<number[]>`array(select unnest(sensor_ids) except select id from sensors
        where id = any(sensor_ids))`.as('sensorIds'),
    )
    .where('state', '=', 'requested')
    .where('proven_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** How many readings were found of each, before the first of them was deleted. */
export async function writeFoundCounts(
  sql: Kysely<DB>,
  found: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [id, readings] of found)
    await sql
      .updateTable('reading_deletions')
      .set({ readings: query<string>`greatest(readings, ${readings})` })
      .where('id', '=', id)
      .execute()
}

/** The store holds nothing of these any more. */
export async function writeProven(sql: Kysely<DB>, ids: readonly number[]): Promise<void> {
  await sql
    .updateTable('reading_deletions')
    .set({ proven_at: query<Date>`now()`, reason: null, failed_at: null })
    .where('id', '=', query<number>`any(${[...ids]}::integer[])`)
    .execute()
}

/** Nor do its files. Returns those that became so by this call, with their number of readings. */
export async function writeDone(
  sql: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql
    .updateTable('reading_deletions')
    .set({ state: 'done', done_at: query<Date>`now()` })
    .where('id', '=', query<number>`any(${[...ids]}::integer[])`)
    .where('state', '=', 'requested')
    .returning(['id', query<number>`readings::double precision`.as('readings')])
    .execute()
  return new Map(rows.map(({ id, readings }) => [id, readings]))
}

export async function writeFailed(
  sql: Kysely<DB>,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  await sql
    .updateTable('reading_deletions')
    .set({ failed_at: query<Date>`now()`, proven_at: null, reason })
    .where('id', '=', query<number>`any(${[...ids]}::integer[])`)
    .where('state', '=', 'requested')
    .execute()
}

/**
 * What a former run has proven is to be proven again, and what was done is requested again where
 * readings of its sensors are stored all the same. Returns how many the latter are.
 */
export async function requestOutstanding(
  sql: Kysely<DB>,
  isStored: (sensorId: number) => boolean,
): Promise<number> {
  await sql
    .updateTable('reading_deletions')
    .set({ proven_at: null })
    .where('state', '=', 'requested')
    .execute()
  const done = await sql
    .selectFrom('reading_deletions')
    .select(['id', 'sensor_ids'])
    .where('state', '=', 'done')
    .execute()
  const ids = done.filter((row) => row.sensor_ids.some(isStored)).map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql
    .updateTable('reading_deletions')
    .set({ state: 'requested', proven_at: null, done_at: null })
    .where('id', '=', query<number>`any(${ids}::integer[])`)
    .execute()
  return ids.length
}
