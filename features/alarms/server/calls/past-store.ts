import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { alarmOf, type StoredAlarm } from '../register/alarm-row.ts'

interface PastQuery {
  readonly sensorIds: readonly number[]
  /** Alarms about these devices themselves count too. */
  readonly deviceIds: readonly number[]
  /** ms UTC, both inclusive. */
  readonly from: number
  readonly until: number
  readonly limit: number
}

/** How many alarms of one sensor from before the span are looked through for those still there. */
const maximumEarlier = 100

/** Alarms that people were to see and that had not ended within the span, the newest first. */
export async function readAlarmsOfPast(sql: Kysely<DB>, asked: PastQuery): Promise<StoredAlarm[]> {
  const { sensorIds, deviceIds, limit } = asked
  const from = new Date(asked.from)
  const until = new Date(asked.until)
  const { rows: found } = await query<{ id: string }>`
    with sources (device_id, sensor_id) as (
      select device_id, id from sensors where id = any(${sensorIds}::integer[])
      union all
      select unnest(${deviceIds}::integer[]), null
    ), asked (id) as (
      select id from alarms
        where (sensor_id = any(${sensorIds}::integer[])
            or (sensor_id is null and device_id = any(${deviceIds}::integer[])))
          and raised_at >= ${from} and raised_at <= ${until}
      union
      select id from alarms
        where ended_at is null and raised_at <= ${until}
          and (sensor_id = any(${sensorIds}::integer[])
            or (sensor_id is null and device_id = any(${deviceIds}::integer[])))
      union
      select before.id from sources cross join lateral (
        select id, ended_at from alarms
          where alarms.device_id = sources.device_id
            and alarms.sensor_id is not distinct from sources.sensor_id
            and raised_at < ${from}
          order by raised_at desc limit ${maximumEarlier}
      ) before where before.ended_at >= ${from}
    )
    select id from alarms join asked using (id) where priority > 0 and not is_late
      order by raised_at desc, id desc limit ${limit}`.execute(sql)
  if (found.length === 0) return []
  const rows = await sql
    .selectFrom('alarms')
    .selectAll()
    .where('id', '=', query<string>`any(${found.map(({ id }) => id)}::bigint[])`)
    .orderBy('raised_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(alarmOf)
}

const hiding: ReadonlySet<string> = new Set(['shelved', 'suppressed', 'taken_out_of_service'])
const showing: ReadonlySet<string> = new Set(['unshelved', 'released', 'returned_to_service'])

type Span = [from: number, until: number | null]

/** Of what hid one alarm and showed it again within the span so much at most, the newest. */
const maximumEvents = 500

/**
 * When each of these alarms was shown to nobody within the span (ms UTC, both inclusive), by its
 * id; a span that began before is there from its beginning.
 */
export async function readHiddenSpans(
  sql: Kysely<DB>,
  ids: readonly number[],
  asked: { readonly from: number; readonly until: number },
): Promise<ReadonlyMap<number, Span[]>> {
  const spans = new Map<number, Span[]>()
  if (ids.length === 0) return spans
  const from = new Date(asked.from)
  const types = [...hiding, ...showing]
  const { rows } = await query<{ id: string; type: string; at: Date }>`
    select id, 'shelved' as type, raised_at as at, 0 as place from alarms
      where came_hidden and id = any(${ids}::bigint[])
    union all
    select asked.id, event.type, event.at, event.id from unnest(${ids}::bigint[]) asked (id)
      cross join lateral (
        (select id, type, at from alarm_events
          where alarm_id = asked.id and type = any(${types}::text[]) and at < ${from}
          order by id desc limit 1)
        union all
        (select id, type, at from alarm_events
          where alarm_id = asked.id and type = any(${types}::text[])
            and at >= ${from} and at <= ${new Date(asked.until)}
          order by id desc limit ${maximumEvents})
      ) event
    order by place`.execute(sql)
  for (const { id, type, at } of rows) {
    const all = spans.get(Number(id)) ?? []
    spans.set(Number(id), all)
    const last = all.at(-1)
    const isHidden = last !== undefined && last[1] === null
    if (hiding.has(type) && !isHidden) all.push([at.getTime(), null])
    else if (showing.has(type) && isHidden) last[1] = at.getTime()
  }
  return spans
}
