import { sql as query, type ExpressionBuilder, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { alarmOf, type StoredAlarm } from '../register/alarm-row.ts'

interface HistoryQuery {
  readonly deviceIds: readonly number[]
  /** ms UTC: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly priority?: string | undefined
  /** Key. */
  readonly sensor?: string | undefined
  readonly origin?: string | undefined
  readonly state?: 'open' | 'ended' | undefined
  readonly page: number
  readonly limit: number
}

/** Alarms that came within a period, the newest first, and how many there are. */
export async function readHistory(
  sql: Kysely<DB>,
  filter: HistoryQuery,
): Promise<{ readonly alarms: StoredAlarm[]; readonly total: number }> {
  const matching = sql.selectFrom('alarms').where((eb) => condition(eb, filter))
  const { total } = await matching
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('raised_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .execute()
  return { alarms: rows.map(alarmOf), total: Number(total) }
}

function condition(eb: ExpressionBuilder<DB, 'alarms'>, filter: HistoryQuery) {
  const { deviceIds, priority, sensor, origin, state } = filter
  return eb.and([
    query<boolean>`device_id = any(${deviceIds})`,
    eb('raised_at', '>=', new Date(filter.from)),
    eb('raised_at', '<', new Date(filter.to)),
    ...(priority === undefined ? [] : [eb('priority', '=', Number(priority) || 0)]),
    ...(origin === undefined ? [] : [eb('origin', '=', origin)]),
    ...(state === undefined ? [] : [eb('ended_at', state === 'open' ? 'is' : 'is not', null)]),
    ...(sensor === undefined
      ? []
      : [query<boolean>`sensor_id in (select id from sensors where key = ${sensor})`]),
  ])
}

export async function readAlarm(sql: Kysely<DB>, id: number): Promise<StoredAlarm | null> {
  const row = await sql
    .selectFrom('alarms')
    .selectAll()
    .where('id', '=', String(id))
    .executeTakeFirst()
  return row ? alarmOf(row) : null
}
