import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { dueAfter, periodBefore, type Calendar } from '../../contract/schedule/recurrence.ts'
import type { ScheduleRequest } from '../../contract/schedule/schedule.ts'
import { lastMadeUntil } from './runs-store.ts'
import { moveNext, readPlanned } from './schedules-store.ts'

interface CalendarServices {
  readonly sql: Kysely<DB>
  readonly now: number
  readonly calendar: (request: ScheduleRequest, sql: Kysely<DB>) => Promise<Calendar>
}

/** A clock that is corrected by no more repeats no report; by more, what was made is made again. */
const repeatedMs = 2 * 3_600_000

/**
 * Computes again when schedules are due, of those by the shifts of the site or of all: the site
 * may have other shifts than when it was recorded, or the clock may have been set back since. What
 * was made already of a period that is over is not made a second time. What somebody changes
 * meanwhile stays as they have it.
 */
export async function followCalendar(
  { sql, now, calendar }: CalendarServices,
  which: 'shifts' | 'all',
): Promise<void> {
  for (const schedule of await readPlanned(sql, which)) {
    const { id, request, nextAt } = schedule
    if (nextAt !== null && nextAt <= now) continue
    const { recurrence } = request
    const days = await calendar(request, sql)
    let due = dueAfter(recurrence, days, now)
    if (due === nextAt) continue
    if (due !== null && nextAt !== null && due < nextAt) {
      const madeUntil = await lastMadeUntil(sql, id, now + repeatedMs)
      while (due !== null && (periodBefore(recurrence, days, due)?.to ?? Infinity) <= madeUntil)
        due = dueAfter(recurrence, days, due)
    }
    if (due !== nextAt) await moveNext(sql, schedule, due)
  }
}
