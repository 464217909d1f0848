import { sql as query, type Selectable } from 'kysely'
import type { AlarmNotices, NoticedAlarm } from '#kit/server/alarm-notices.ts'
import type { Alarms } from '#kit/server/postgres-schema.ts'
import { isHigh } from '../contract/condition.ts'
import { alarmOf } from './register/alarm-row.ts'

/** Events by which an alarm is shown to people. */
const showing: ReadonlySet<string> = new Set([
  ...['raised', 'released', 'unshelved', 'returned_to_service'],
])
/** Events that are looked at together. */
const eventsAtOnce = 10_000

/** What happened to alarms, for features that notify of them. */
export const alarmNotices: AlarmNotices = {
  async lastEvent(sql) {
    const row = await sql
      .selectFrom('alarm_events')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirst()
    return Number(row?.last ?? 0)
  },
  async shownAfter(transaction, event) {
    const rows = await transaction
      .selectFrom('alarm_events')
      .select(['id', 'alarm_id', 'type'])
      .where('id', '>', String(event))
      .orderBy('id')
      .limit(eventsAtOnce)
      .execute()
    const shown = rows.filter(({ type }) => showing.has(type))
    return {
      alarmIds: [...new Set(shown.map((row) => Number(row.alarm_id)))],
      last: Number(rows.at(-1)?.id ?? event),
    }
  },
  async alarms(sql, ids) {
    if (ids.length === 0) return new Map()
    const rows = await sql
      .selectFrom('alarms')
      .selectAll()
      .where('id', '=', query<string>`any(${ids.map(String)}::bigint[])`)
      .execute()
    return new Map(rows.map((row) => [Number(row.id), noticed(row)]))
  },
}

function noticed(row: Selectable<Alarms>): NoticedAlarm {
  const alarm = alarmOf(row)
  const { id, priority, deviceId, sensorId, ruleName, message, cause, value, hidden } = alarm
  return {
    ...{ id, priority, deviceId, sensorId, ruleName, message, value, limit: cause.limit },
    isHigh: cause.level !== null && isHigh(cause.level),
    ...{ since: alarm.since, raisedAt: alarm.raisedAt, returnedAt: alarm.returnedAt },
    isAcknowledged: alarm.acknowledgedAt !== null,
    isShown: hidden === null && alarm.endedAt === null && !alarm.isLate && priority > 0,
  }
}
