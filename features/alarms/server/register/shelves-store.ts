import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { PointName } from '../evaluation/evaluated-point.ts'

/** A source that shows no alarms; moments in ms UTC. */
export interface StoredShelf extends PointName {
  readonly kind: 'shelved' | 'out_of_service'
  readonly until: number | null
  readonly isOneShot: boolean
  readonly reason: string
  readonly userId: number | null
  readonly at: number
}

export async function readShelves(sql: Kysely<DB>): Promise<StoredShelf[]> {
  const rows = await sql.selectFrom('alarm_shelves').selectAll().execute()
  return rows.map((row) => ({
    ...{ origin: row.origin, deviceId: row.device_id, sensorId: row.sensor_id },
    kind: row.kind === 'shelved' ? 'shelved' : 'out_of_service',
    ...{ until: row.until?.getTime() ?? null, isOneShot: row.is_one_shot },
    ...{ reason: row.reason, userId: row.user_id, at: row.at.getTime() },
  }))
}

export async function deleteShelf(
  transaction: Transaction<DB>,
  { origin, deviceId, sensorId }: PointName,
): Promise<void> {
  await transaction
    .deleteFrom('alarm_shelves')
    .where('origin', '=', origin)
    .where('device_id', '=', deviceId)
    .where(query<boolean>`sensor_id is not distinct from ${sensorId}::integer`)
    .execute()
}

export async function deleteShelves(
  transaction: Transaction<DB>,
  points: readonly PointName[],
): Promise<void> {
  for (const point of points) await deleteShelf(transaction, point)
}

/** These shelves end as they say. */
export async function writeShelfEnds(
  transaction: Transaction<DB>,
  shelves: readonly StoredShelf[],
): Promise<void> {
  for (const { until, origin, deviceId, sensorId } of shelves)
    await transaction
      .updateTable('alarm_shelves')
      .set({ until: until === null ? null : new Date(until) })
      .where('origin', '=', origin)
      .where('device_id', '=', deviceId)
      .where(query<boolean>`sensor_id is not distinct from ${sensorId}::integer`)
      .execute()
}

/** In the place of the one that the source has. */
export async function writeShelf(transaction: Transaction<DB>, shelf: StoredShelf): Promise<void> {
  await deleteShelf(transaction, shelf)
  await transaction
    .insertInto('alarm_shelves')
    .values({
      ...{ origin: shelf.origin, device_id: shelf.deviceId, sensor_id: shelf.sensorId },
      ...{ kind: shelf.kind, until: shelf.until === null ? null : new Date(shelf.until) },
      ...{ is_one_shot: shelf.isOneShot, reason: shelf.reason, user_id: shelf.userId },
      at: new Date(shelf.at),
    })
    .execute()
}
