import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { alarmOf, type StoredAlarm } from '../register/alarm-row.ts'

interface SpansQuery {
  readonly sensorIds: readonly number[]
  /** Alarms about these devices themselves count too. */
  readonly deviceIds: readonly number[]
  /** ms UTC, both inclusive. */
  readonly from: number
  readonly to: number
  readonly limit: number
}

/**
 * How many alarms of one source are looked through for those that began before the span and reach
 * into it: a source has one present alarm at a time, and late ones are few.
 */
const maximumEarlier = 100
/** A delay is no longer than that: so much later than its condition an alarm may come, ms. */
const maximumDelayMs = 86_400_000

/** Alarms whose condition was there within the span, the newest first. */
export async function readSpans(sql: Kysely<DB>, asked: SpansQuery): Promise<StoredAlarm[]> {
  const { sensorIds, deviceIds, limit } = asked
  const from = new Date(asked.from)
  const to = new Date(asked.to)
  const latest = new Date(asked.to + maximumDelayMs)
  const { rows: found } = await query<{ id: string }>`
    with sources (device_id, sensor_id) as (
      select device_id, id from sensors where id = any(${sensorIds}::integer[])
      union all
      select unnest(${deviceIds}::integer[]), null
    )
    select within.id from (
      select id, since from alarms
        where (sensor_id = any(${sensorIds}::integer[])
            or (sensor_id is null and device_id = any(${deviceIds}::integer[])))
          and raised_at >= ${from} and raised_at <= ${latest} and since <= ${to}
          and (returned_at is null or returned_at >= ${from})
      union
      select id, since from alarms
        where ended_at is null and returned_at is null and since <= ${to}
          and (sensor_id = any(${sensorIds}::integer[])
            or (sensor_id is null and device_id = any(${deviceIds}::integer[])))
      union
      select before.id, before.since from sources cross join lateral (
        select id, since, returned_at from alarms
          where alarms.device_id = sources.device_id
            and alarms.sensor_id is not distinct from sources.sensor_id
            and raised_at < ${from}
          order by raised_at desc limit ${maximumEarlier}
      ) before where before.returned_at is null or before.returned_at >= ${from}
    ) within order by since desc, id desc limit ${limit}`.execute(sql)
  if (found.length === 0) return []
  const rows = await sql
    .selectFrom('alarms')
    .selectAll()
    .where('id', '=', query<string>`any(${found.map(({ id }) => id)}::bigint[])`)
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(alarmOf)
}

/** How many alarms began in a bucket of time, and the most urgent priority among them. */
export interface AlarmCountRow {
  readonly bucket: number
  readonly count: number
  readonly priority: number
}

/** Alarms that began in each bucket from `from` (inclusive) until `until` (exclusive), ms UTC. */
export async function countBegun(
  sql: Kysely<DB>,
  { sensorIds, deviceIds, from }: Omit<SpansQuery, 'to' | 'limit'>,
  { until, bucketMs }: { readonly until: number; readonly bucketMs: number },
): Promise<AlarmCountRow[]> {
  const { rows } = await query<AlarmCountRow>`
    select floor(
          (extract(epoch from since) * 1000 - ${from}::float8) / ${bucketMs}::float8
        )::integer as bucket, count(*)::integer as count, min(priority)::integer as priority
      from alarms
      where (sensor_id = any(${sensorIds}::integer[])
          or (sensor_id is null and device_id = any(${deviceIds}::integer[])))
        and raised_at >= ${new Date(from)} and raised_at <= ${new Date(until + maximumDelayMs)}
        and since >= ${new Date(from)} and since < ${new Date(until)} and priority > 0
      group by 1 order by 1`.execute(sql)
  return rows
}
