import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { AlarmEvent } from '../../contract/alarm.ts'
import {
  alarmOf,
  beginningOf,
  changeableOf,
  rowOf,
  type NewAlarm,
  type StoredAlarm,
} from './alarm-row.ts'

const EventType = AlarmEvent.shape.type
type Sql = Kysely<DB> | Transaction<DB>

/** What happened to an alarm, to be stored. */
export interface NewEvent {
  readonly alarmId: number
  readonly type: AlarmEvent['type']
  readonly at: number
  readonly userId: number | null
  readonly comment: string
}

/** Rows of one statement: far below the parameters that one may have. */
const rowsAtOnce = 1_000

function* parts<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let start = 0; start < items.length; start += rowsAtOnce)
    yield items.slice(start, start + rowsAtOnce)
}

/** Alarms that have not ended. */
export async function readOpenAlarms(sql: Sql): Promise<StoredAlarm[]> {
  const rows = await sql
    .selectFrom('alarms')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(alarmOf)
}

/** These alarms, whether or not they have ended. */
export async function readAlarmsWithIds(sql: Sql, ids: readonly number[]): Promise<StoredAlarm[]> {
  if (ids.length === 0) return []
  const rows = await sql
    .selectFrom('alarms')
    .selectAll()
    .where('id', '=', query<string>`any(${ids.map(String)}::bigint[])`)
    .execute()
  return rows.map(alarmOf)
}

/** Those of these ids that have not ended, with the sensor that they are of now. */
export async function readOpenAlarmsWithIds(
  sql: Sql,
  ids: readonly number[],
): Promise<StoredAlarm[]> {
  if (ids.length === 0) return []
  const rows = await sql
    .selectFrom('alarms')
    .selectAll()
    .where('id', '=', query<string>`any(${ids.map(String)}::bigint[])`)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(alarmOf)
}

/** Alarms to which something happened since `at`, ms UTC. */
export async function readAlarmsChangedSince(sql: Sql, at: number): Promise<StoredAlarm[]> {
  const rows = await sql
    .selectFrom('alarms')
    .selectAll()
    .where(
      'id',
      'in',
      sql.selectFrom('alarm_events').select('alarm_id').where('at', '>=', new Date(at)),
    )
    .execute()
  return rows.map(alarmOf)
}

/** Ids of those that were not stored before, by their beginnings. */
export async function insertAlarms(
  transaction: Transaction<DB>,
  alarms: readonly NewAlarm[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const some of parts(alarms)) {
    const rows = await transaction
      .insertInto('alarms')
      .values(some.map(rowOf))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute()
    for (const row of rows) ids.set(beginningOf(alarmOf(row)), Number(row.id))
  }
  return ids
}

/** Stored alarms that began where and when these did. */
export async function readAlarmsOf(sql: Sql, alarms: readonly NewAlarm[]): Promise<StoredAlarm[]> {
  const found: StoredAlarm[] = []
  for (const some of parts(alarms)) {
    const wanted = new Set(some.map(beginningOf))
    const rows = await sql
      .selectFrom('alarms')
      .selectAll()
      .where('device_id', 'in', [...new Set(some.map(({ deviceId }) => deviceId))])
      .where(
        'since',
        'in',
        [...new Set(some.map(({ since }) => since))].map((at) => new Date(at)),
      )
      .where('is_late', '=', false)
      .execute()
    found.push(...rows.map(alarmOf).filter((alarm) => wanted.has(beginningOf(alarm))))
  }
  return found
}

/** When the server noticed that these alarms came, ms UTC, by their ids. */
export async function readWhenRaised(
  sql: Sql,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('alarm_events')
    .select(['alarm_id', 'at'])
    .where('alarm_id', '=', query<string>`any(${ids.map(String)}::bigint[])`)
    .where('type', '=', 'raised')
    .execute()
  return new Map(rows.map((row) => [Number(row.alarm_id), row.at.getTime()]))
}

export async function updateAlarms(
  transaction: Transaction<DB>,
  alarms: readonly StoredAlarm[],
): Promise<void> {
  for (const some of parts(alarms)) {
    const rows = JSON.stringify(some.map((alarm) => ({ id: alarm.id, ...changeableOf(alarm) })))
    await query`update alarms set
        returned_at = new.returned_at, ended_at = new.ended_at,
        acknowledged_at = new.acknowledged_at, acknowledged_by = new.acknowledged_by,
        acknowledgement = new.acknowledgement, assigned_to = new.assigned_to, hidden = new.hidden
      from jsonb_to_recordset(${rows}::jsonb) as new (id bigint, returned_at timestamptz,
        ended_at timestamptz, acknowledged_at timestamptz, acknowledged_by integer,
        acknowledgement text, assigned_to integer, hidden text)
      where alarms.id = new.id`.execute(transaction)
  }
}

export async function insertEvents(
  transaction: Transaction<DB>,
  events: readonly NewEvent[],
): Promise<void> {
  for (const some of parts(events))
    await transaction
      .insertInto('alarm_events')
      .values(
        some.map(({ alarmId, type, at, userId, comment }) => ({
          ...{ alarm_id: alarmId, type, at: new Date(at), user_id: userId, comment },
        })),
      )
      .execute()
}

/** That other alarms hid an alarm and showed it again, so often at most; the newest of them. */
const maximumSuppressions = 500

/** What happened to an alarm, the oldest first: where another one chatters, a part of it. */
export async function readEvents(sql: Sql, alarmId: number) {
  const suppressions = query`alarm_id = ${alarmId} and type in ('suppressed', 'released')`
  const rows = await sql
    .selectFrom('alarm_events')
    .select(['type', 'at', 'user_id as userId', 'comment'])
    .where('alarm_id', '=', String(alarmId))
    .where(
      query<boolean>`(type not in ('suppressed', 'released') or id >= coalesce((
        select id from alarm_events where ${suppressions}
        order by id desc offset ${maximumSuppressions - 1} limit 1), 0))`,
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, type: EventType.parse(row.type), at: row.at.getTime() }))
}
