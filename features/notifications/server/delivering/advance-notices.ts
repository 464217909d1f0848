import type { Transaction } from 'kysely'
import type { Clock } from '#kit/server/clock.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { dueOf, endOfQuiet } from '../../contract/due.ts'
import { readHeldTimes, readNoticeTimes, setHeldTime, setNoticeTime } from '../notices-store.ts'
import { readQuietHours } from '../people/quiet-hours-store.ts'
import type { StoredRoute } from '../routes-store.ts'

interface Site {
  readonly clock: Clock
  readonly timezone: string
}

/**
 * After the clock was set back by `byMs`: what waits leaves as long after its alarm as it would
 * have. What waits for a moment of the wall clock (the end of a digest or of quiet hours) waits for
 * the next one that this clock comes to.
 */
export async function advanceNotices(
  transaction: Transaction<DB>,
  { clock, timezone }: Site,
  routes: readonly StoredRoute[],
  byMs: number,
): Promise<void> {
  const now = clock()
  const routeOf = new Map(routes.map((route) => [route.id, route]))
  // The earliest first: none is moved to a time at which others are still to be moved.
  for (const { routeId, dueAt } of await readNoticeTimes(transaction)) {
    const earlier = Math.max(now, dueAt - byMs)
    const route = routeOf.get(routeId)
    const next = route ? dueOf({ ...route, afterMinutes: 0 }, { timezone }, earlier) : earlier
    if (next < dueAt) await setNoticeTime(transaction, { routeId, dueAt }, next)
  }
  const held = await readHeldTimes(transaction)
  const hours = await readQuietHours(transaction, [...new Set(held.map(({ userId }) => userId))])
  for (const { userId, dueAt } of held) {
    const earlier = Math.max(now, dueAt - byMs)
    const quiet = hours.get(userId)?.quiet ?? null
    const next = quiet ? endOfQuiet(quiet, timezone, earlier) : earlier
    if (next < dueAt) await setHeldTime(transaction, { userId, dueAt }, next)
  }
}
