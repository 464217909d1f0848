import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { CountedAlarm } from './alarm-columns.ts'

const pageRows = 5_000

interface Place {
  readonly at: Date
  readonly id: string
}

/** The last alarm that is older than the newest `newest` ones; null: there are no more of them. */
export async function lastBeforeNewest(sql: Kysely<DB>, newest: number): Promise<Place | null> {
  const row = await sql
    .selectFrom('alarms')
    .select(['raised_at as at', 'id'])
    .orderBy('raised_at', 'desc')
    .orderBy('id', 'desc')
    .offset(newest)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Alarms after this place, of all devices or of one, the oldest first, in pages; none that only
 * late readings had.
 */
export async function* readCountedAlarms(
  sql: Kysely<DB>,
  after: Place | null,
  deviceId: number | null = null,
): AsyncIterable<readonly CountedAlarm[]> {
  let last = after
  for (;;) {
    const rows: Row[] = await readPage(sql, last, deviceId)
    yield rows.flatMap((row) => (row.is_late ? [] : countedOf(row)))
    const end = rows.at(-1)
    if (!end || rows.length < pageRows) return
    last = { at: end.raised_at, id: end.id }
  }
}

type Row = Awaited<ReturnType<typeof readPage>>[number]

const readPage = (sql: Kysely<DB>, after: Place | null, deviceId: number | null) =>
  sql
    .selectFrom('alarms')
    .select([
      ...(['id', 'origin', 'rule_name', 'priority', 'device_id', 'sensor_id'] as const),
      ...(['raised_at', 'acknowledged_at', 'came_hidden', 'is_late'] as const),
    ])
    .$if(after !== null, (all) =>
      all.where(query<boolean>`(raised_at, id) > (${after?.at}, ${after?.id}::bigint)`),
    )
    .$if(deviceId !== null, (all) => all.where('device_id', '=', deviceId ?? 0))
    .orderBy('raised_at')
    .orderBy('id')
    .limit(pageRows)
    .execute()

const countedOf = (row: Row): CountedAlarm => ({
  ...{ id: Number(row.id), origin: row.origin, ruleName: row.rule_name },
  ...{ deviceId: row.device_id, sensorId: row.sensor_id, priority: row.priority },
  ...{ raisedAt: row.raised_at.getTime(), cameHidden: row.came_hidden },
  acknowledgedAt: row.acknowledged_at?.getTime() ?? null,
})
