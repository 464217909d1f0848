import { sql as query, type ExpressionBuilder, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { alarmOf, type StoredAlarm } from '../register/alarm-row.ts'

/** Alarms that came within a range, ms UTC, of these devices. */
export interface AlarmScope {
  readonly deviceIds: readonly number[]
  /** Null: all of the devices. */
  readonly sensorIds: readonly number[] | null
  readonly from: number
  readonly to: number
}

function isWithin(eb: ExpressionBuilder<DB, 'alarms'>, scope: AlarmScope) {
  const { deviceIds, sensorIds, from, to } = scope
  return eb.and([
    query<boolean>`device_id = any(${deviceIds})`,
    ...(sensorIds === null ? [] : [query<boolean>`sensor_id = any(${sensorIds})`]),
    eb('raised_at', '>=', new Date(from)),
    eb('raised_at', '<', new Date(to)),
    eb('priority', '>', 0),
  ])
}

/** The newest ones, at most `limit`, and how many there are; without those of the journal. */
export async function readScope(
  sql: Kysely<DB>,
  scope: AlarmScope,
  limit: number,
): Promise<{ readonly alarms: readonly StoredAlarm[]; readonly total: number }> {
  const matching = sql.selectFrom('alarms').where((eb) => isWithin(eb, scope))
  const { total } = await matching
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const newest = matching.selectAll().orderBy('raised_at', 'desc').orderBy('id', 'desc')
  const rows = await newest.limit(limit).execute()
  return { alarms: rows.map(alarmOf), total: Number(total) }
}

/** How often each device, or each sensor of one, alarmed; the most frequent ones. */
export async function countBySource(
  sql: Kysely<DB>,
  scope: AlarmScope,
  { by, limit }: { readonly by: 'sensor' | 'device'; readonly limit: number },
) {
  const source = by === 'sensor' ? query<number | null>`sensor_id` : query<null>`null::int`
  const rows = await sql
    .selectFrom('alarms')
    .where((eb) => isWithin(eb, scope))
    .select(['device_id', source.as('sensor'), ({ fn }) => fn.countAll<string>().as('count')])
    .groupBy(['device_id', 'sensor'])
    .orderBy('count', 'desc')
    .orderBy('device_id')
    .orderBy('sensor')
    .limit(limit)
    .execute()
  return rows.map(({ device_id: deviceId, sensor, count }) => ({
    ...{ deviceId, sensorId: sensor, count: Number(count) },
  }))
}
