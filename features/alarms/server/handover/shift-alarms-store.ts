import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { alarmOf, type StoredAlarm } from '../register/alarm-row.ts'

interface ShiftQuery {
  readonly deviceIds: readonly number[]
  /** ms UTC: `from` inclusive, `to` exclusive. */
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Of alarms that came longer ago than this before a shift those are few that ended since. */
const usualAgeMs = 744 * 3_600_000

/**
 * Alarms that people were shown in a span, as they were there or waited to be acknowledged, or that
 * were acknowledged in it: the most urgent first, then those that nobody has acknowledged, then the
 * newest. With how many there are. What was hidden again as soon as its shelf ended was not shown.
 */
export async function readShiftAlarms(
  sql: Kysely<DB>,
  { deviceIds, from, to, limit }: ShiftQuery,
): Promise<{ readonly alarms: StoredAlarm[]; readonly total: number }> {
  const [begin, end, back] = [new Date(from), new Date(to), new Date(from - usualAgeMs)]
  const matching = sql
    .selectFrom('alarms')
    .where('priority', '>', 0)
    .where('is_late', '=', false)
    .where('raised_at', '<', end)
    .where(
      query<boolean>`device_id = any(${deviceIds}::integer[])
        and (not came_hidden or exists (select from alarm_events shown
          where shown.alarm_id = alarms.id and shown.at < ${end}
            and shown.type in ('unshelved', 'released', 'returned_to_service')
            and not exists (select from alarm_events hidden
              where hidden.alarm_id = alarms.id and hidden.id > shown.id and hidden.at = shown.at
                and hidden.type in ('shelved', 'suppressed', 'taken_out_of_service'))))
        and (raised_at >= ${back} or ended_at is null
          or (ended_at >= ${begin} and ended_at - raised_at > interval '744 hours'))
        and (returned_at is null or ended_at is null
          or greatest(returned_at, ended_at) >= ${begin}
          or (acknowledged_at >= ${begin} and acknowledged_at < ${end}))`,
    )
  const { total } = await matching
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('priority')
    .orderBy(query`acknowledged_at is not null`)
    .orderBy('raised_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return { alarms: rows.map(alarmOf), total: Number(total) }
}
