import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** A source of alarms, and how many it raised. */
export interface AlarmSource {
  readonly origin: string
  readonly sensorId: number
  readonly alarms: number
}

/** Sources of whose alarms a caller may see a part. */
const maximumSources = 1_000

/** The sensors and rules that raised the most alarms since `from` (ms UTC), the worst first. */
export async function readWorstSources(sql: Kysely<DB>, from: number): Promise<AlarmSource[]> {
  const rows = await sql
    .selectFrom('alarms')
    .select(['origin', 'sensor_id', query<string>`count(*)`.as('count')])
    .where('raised_at', '>=', new Date(from))
    .where('is_late', '=', false)
    .where('sensor_id', 'is not', null)
    .groupBy(['origin', 'sensor_id'])
    .orderBy('count', 'desc')
    .orderBy('sensor_id')
    .limit(maximumSources)
    .execute()
  return rows.map(({ origin, sensor_id: sensorId, count }) => ({
    ...{ origin, sensorId: sensorId ?? 0, alarms: Number(count) },
  }))
}
