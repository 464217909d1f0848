import { sql as query, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { rowOf, type NewAlarm } from './alarm-row.ts'
import { insertAlarms } from './alarms-store.ts'

export interface LateAlarm {
  readonly alarm: NewAlarm
  /** When the late alarm began that goes on where this one ends; null: none does. */
  readonly goesOnAt: number | null
}

/**
 * Stores what late readings would have raised, as long as no other alarm of the same point covers
 * its beginning. One that is stored already lasts until the later of both ends. One that goes on in
 * another takes its end, and its place.
 */
export async function storeLateAlarms(
  transaction: Transaction<DB>,
  alarms: readonly LateAlarm[],
): Promise<void> {
  for (const { alarm, goesOnAt } of alarms) {
    if (!(await lengthen(transaction, alarm)) && !(await isCovered(transaction, alarm)))
      await insertAlarms(transaction, [alarm])
    const end = goesOnAt === null ? null : await takeAway(transaction, alarm, new Date(goesOnAt))
    if (end) await lengthen(transaction, alarm, end)
  }
}

/** Whether it is stored. */
async function lengthen(
  transaction: Transaction<DB>,
  alarm: NewAlarm,
  end = rowOf(alarm).returned_at,
): Promise<boolean> {
  const { origin, device_id, sensor_id, since } = rowOf(alarm)
  const { numUpdatedRows } = await transaction
    .updateTable('alarms')
    .set({
      returned_at: query`greatest(returned_at, ${end})`,
      ended_at: query`greatest(ended_at, ${end})`,
    })
    .where('origin', '=', origin)
    .where('device_id', '=', device_id)
    .where(query<boolean>`sensor_id is not distinct from ${sensor_id}`)
    .where('since', '=', since)
    .where('is_late', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the late alarm of this beginning, unless somebody did something with it; its end. */
async function takeAway(
  transaction: Transaction<DB>,
  alarm: NewAlarm,
  since: Date,
): Promise<Date | null> {
  const { origin, device_id, sensor_id } = rowOf(alarm)
  const removed = await transaction
    .deleteFrom('alarms')
    .where('origin', '=', origin)
    .where('device_id', '=', device_id)
    .where(query<boolean>`sensor_id is not distinct from ${sensor_id}`)
    .where('since', '=', since)
    .where('is_late', '=', true)
    .where('acknowledged_at', 'is', null)
    .where('assigned_to', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('alarm_events').select('id').whereRef('alarm_id', '=', 'alarms.id'))),
    )
    .returning('returned_at')
    .executeTakeFirst()
  return removed?.returned_at ?? null
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
