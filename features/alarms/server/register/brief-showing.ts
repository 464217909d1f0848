import { sql as query, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { NewEvent } from './alarms-store.ts'

/** An alarm that was shown again for less than this was hidden all along, ms. */
const briefMs = 60_000
/** So many times in a day; after them the next time is one that lasted longer. */
const maximumBriefTimes = 60
const dayMs = 86_400_000
/** What is brief from then on, ms. */
const laterBriefMs = 900_000

/**
 * The events to be stored at `now`, ms UTC. Where another alarm hides one that it has released
 * shortly before, and nothing else happened to it meanwhile, the two become one span: the release
 * is removed, and the event that hides it again is left out. So what one alarm has of another that
 * chatters is bounded by time. The first release stays: the alarm was shown since then.
 */
export async function withoutBriefShowing(
  transaction: Transaction<DB>,
  events: readonly NewEvent[],
  now: number,
): Promise<readonly NewEvent[]> {
  const first = new Map<number, NewEvent>()
  for (const event of events) if (!first.has(event.alarmId)) first.set(event.alarmId, event)
  const hidden = [...first.values()].filter(({ type }) => type === 'suppressed')
  if (hidden.length === 0) return events
  const ids = hidden.map(({ alarmId }) => alarmId)
  const before = (ms: number) => new Date(now - ms)
  const { rows } = await query<{ alarm_id: string }>`
    delete from alarm_events where id in (
      select last.id from unnest(${ids}::bigint[]) asked (id)
        cross join lateral (
          select id, type, at from alarm_events where alarm_id = asked.id order by id desc limit 1
        ) last
        where last.type = 'released' and last.at <= ${new Date(now)}
          and last.at > case when (
            select at from alarm_events where alarm_id = asked.id and type = 'suppressed'
              order by id desc offset ${maximumBriefTimes - 1} limit 1
          ) > ${before(dayMs)} then ${before(laterBriefMs)}::timestamptz else ${before(briefMs)} end
          and exists (select from alarm_events where alarm_id = asked.id and type = 'suppressed')
    ) returning alarm_id`.execute(transaction)
  const merged = new Set(rows.map((row) => Number(row.alarm_id)))
  return events.filter(
    (event) => !(merged.has(event.alarmId) && first.get(event.alarmId) === event),
  )
}
