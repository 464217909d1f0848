import type { Shift } from '#kit/model/time/shifts.ts'
import { day, instantOf, localOf } from '#kit/model/time/zone.ts'
import type { Range } from '#kit/model/time/period.ts'

/** The present (ms UTC) on the wall clock of a zone. */
export interface WallClock {
  readonly now: number
  readonly timezone: string
  /** Of the site; none: it has no shifts. */
  readonly shifts?: readonly Shift[]
}

/** A range of time that somebody named; an empty one is a moment. ms UTC. */
export type TimeRange = Range

export const lengths = {
  second: 1_000,
  minute: 60_000,
  halfHour: 1_800_000,
  hour: 3_600_000,
  day,
  week: 7 * day,
} as const
export type LengthUnit = keyof typeof lengths | 'month' | 'year'

/** The whole local day, `ago` days before today; today ends now. */
export function dayAgo(ago: number, { now, timezone }: WallClock): TimeRange {
  const today = Math.floor(localOf(now, timezone) / day)
  const from = instantOf((today - ago) * day, timezone)
  return endedBy(now, { from, to: instantOf((today - ago + 1) * day, timezone) })
}

/** The week, month or year, `ago` of them before the present one, which ends now. */
export function calendarAgo(
  unit: 'week' | 'month' | 'year',
  ago: number,
  { now, timezone }: WallClock,
): TimeRange {
  const local = new Date(localOf(now, timezone))
  const at = (year: number, month: number, date: number) =>
    instantOf(Date.UTC(year, month, date), timezone)
  const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  if (unit === 'year')
    return endedBy(now, { from: at(year - ago, 0, 1), to: at(year - ago + 1, 0, 1) })
  if (unit === 'month')
    return endedBy(now, { from: at(year, month - ago, 1), to: at(year, month - ago + 1, 1) })
  const monday = date - ((local.getUTCDay() + 6) % 7) - 7 * ago
  return endedBy(now, { from: at(year, month, monday), to: at(year, month, monday + 7) })
}

/** So many units until now; of months and years by the calendar. */
export function untilNow(count: number, unit: LengthUnit, clock: WallClock): TimeRange | null {
  const { now, timezone } = clock
  if (count <= 0 || !Number.isFinite(count)) return null
  if (unit !== 'month' && unit !== 'year') return { from: now - count * lengths[unit], to: now }
  const months = unit === 'year' ? 12 * count : count
  if (!Number.isInteger(months)) return null
  return { from: instantOf(monthsBefore(localOf(now, timezone), months), timezone), to: now }
}

/** So many months before a local time; its day, or the last one of a month that is shorter. */
function monthsBefore(local: number, months: number): number {
  const at = new Date(local)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(at.getUTCDate(), lastDay)) + (local % day)
}

/** The last such day of the week before now, today included; 1 is Monday. */
export function weekdayBefore(weekday: number, clock: WallClock): TimeRange {
  const today = new Date(localOf(clock.now, clock.timezone)).getUTCDay() || 7
  return dayAgo((today - weekday + 7) % 7, clock)
}

/** The last such day of the week before today; 1 is Monday. */
export function weekdayBeforeToday(weekday: number, clock: WallClock): TimeRange {
  return dayAgo(((weekdayOf(clock) - weekday + 6) % 7) + 1, clock)
}

/** Such a day of a calendar week, so many weeks ago; 1 is Monday. */
export function weekdayOfWeek(weekday: number, weeksAgo: number, clock: WallClock): TimeRange {
  return dayAgo(weekdayOf(clock) - weekday + 7 * weeksAgo, clock)
}

/** Of today; 1 is Monday, 7 Sunday. */
export const weekdayOf = ({ now, timezone }: WallClock) =>
  new Date(localOf(now, timezone)).getUTCDay() || 7

/** The local day of a date; without a year the last one that is not in the future. */
export function dateOf(
  { year, month, date }: { readonly year?: number; readonly month: number; readonly date: number },
  { now, timezone }: WallClock,
): TimeRange | null {
  const thisYear = new Date(localOf(now, timezone)).getUTCFullYear()
  const dayIn = (each: number): TimeRange | null => {
    const local = Date.UTC(each, month - 1, date)
    const isReal =
      new Date(local).getUTCMonth() === month - 1 && new Date(local).getUTCDate() === date
    return isReal
      ? { from: instantOf(local, timezone), to: instantOf(local + day, timezone) }
      : null
  }
  if (year !== undefined) {
    const found = dayIn(year < 100 ? 2_000 + year : year)
    return found && endedBy(now, found)
  }
  for (const each of [thisYear, thisYear - 1, thisYear - 2, thisYear - 3, thisYear - 4]) {
    const found = dayIn(each)
    if (found && found.from <= now) return endedBy(now, found)
  }
  return null
}

/** The calendar month; without a year the last one that is not in the future. */
export function monthOf(
  { year, month }: { readonly year?: number; readonly month: number },
  { now, timezone }: WallClock,
): TimeRange | null {
  if (!(month >= 1 && month <= 12)) return null
  const today = new Date(localOf(now, timezone))
  const isAhead = month > today.getUTCMonth() + 1
  const of = year ?? today.getUTCFullYear() - (isAhead ? 1 : 0)
  const at = (index: number) => instantOf(Date.UTC(of, index, 1), timezone)
  return endedBy(now, { from: at(month - 1), to: at(month) })
}

/** A time of day within a local day, or of one later, ms UTC; null: there is no such time. */
export function timeWithin(
  { from }: TimeRange,
  { hours, minutes }: TimeOfDay,
  timezone: string,
  daysLater = 0,
): number | null {
  if (hours > 24 || minutes > 59 || (hours === 24 && minutes > 0)) return null
  const midnight = (Math.floor(localOf(from, timezone) / day) + daysLater) * day
  return instantOf(midnight + hours * lengths.hour + minutes * lengths.minute, timezone)
}

export interface TimeOfDay {
  readonly hours: number
  readonly minutes: number
}

/** From one time of that day to another; one that is not after it is of the next day. */
export function hoursOf(
  within: TimeRange,
  from: TimeOfDay,
  to: TimeOfDay,
  { now, timezone }: WallClock,
): TimeRange | null {
  const begin = timeWithin(within, from, timezone)
  const end = timeWithin(within, to, timezone)
  // The next day's own: a day in which clocks change has no 24 hours.
  const nextEnd = timeWithin(within, to, timezone, 1)
  if (begin === null || end === null || nextEnd === null) return null
  return endedBy(now, { from: begin, to: end > begin ? end : nextEnd })
}

/** What is still to come is no part of a range; one that has not begun is left as it is. */
export function endedBy(now: number, { from, to }: TimeRange): TimeRange {
  return { from, to: from < now ? Math.min(to, now) : to }
}
