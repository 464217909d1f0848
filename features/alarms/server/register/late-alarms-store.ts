import { sql as query, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { rowOf, type NewAlarm } from './alarm-row.ts'
import { insertAlarms } from './alarms-store.ts'

/**
 * Stores what late readings would have raised, as long as no other alarm of the same point covers
 * its beginning. One that is stored already lasts until the later of both ends.
 */
export async function storeLateAlarms(
  transaction: Transaction<DB>,
  alarms: readonly NewAlarm[],
): Promise<void> {
  for (const alarm of alarms)
    if (!(await lengthen(transaction, alarm)) && !(await isCovered(transaction, alarm)))
      await insertAlarms(transaction, [alarm])
}

/** Whether it is stored. */
async function lengthen(transaction: Transaction<DB>, alarm: NewAlarm): Promise<boolean> {
  const { origin, device_id, sensor_id, since, returned_at } = rowOf(alarm)
  const { numUpdatedRows } = await transaction
    .updateTable('alarms')
    .set({
      returned_at: query`greatest(returned_at, ${returned_at})`,
      ended_at: query`greatest(ended_at, ${returned_at})`,
    })
    .where('origin', '=', origin)
    .where('device_id', '=', device_id)
    .where(query<boolean>`sensor_id is not distinct from ${sensor_id}`)
    .where('since', '=', since)
    .where('is_late', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function isCovered(transaction: Transaction<DB>, alarm: NewAlarm): Promise<boolean> {
  const { origin, device_id, sensor_id, since } = rowOf(alarm)
  const covering = await transaction
    .selectFrom('alarms')
    .select('id')
    .where('origin', '=', origin)
    .where('device_id', '=', device_id)
    .where(query<boolean>`sensor_id is not distinct from ${sensor_id}`)
    .where('since', '<=', since)
    .where(({ or, eb }) => or([eb('returned_at', 'is', null), eb('returned_at', '>=', since)]))
    .limit(1)
    .executeTakeFirst()
  return covering !== undefined
}
