import { dateOf, day, instantOf, startOfDay } from './zone.ts'

/** Periods that are named after today. */
export const presets = ['today', 'last-week', 'this-week', '7-days', '30-days'] as const
export type Preset = (typeof presets)[number]

/** Instants in ms UTC: `from` inclusive, `to` exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

export function isPreset(text: string): text is Preset {
  return (presets as readonly string[]).includes(text)
}

/**
 * The instants that a period means at `now` (ms UTC) on the wall clock of `timezone` (IANA name).
 * `today` and `this-week` run from midnight, or from Monday's midnight, until now; `last-week` is
 * the whole week before, Monday to Sunday; `7-days` and `30-days` are that many times 24 hours
 * until now; `2026-01-01..2026-01-31` is whole days, both included (a date that a zone skipped
 * altogether is an empty range). Throws RangeError for any other text, for a date that does not
 * exist and for a last day before the first.
 */
export function periodRange(period: string, timezone: string, now: number): Range {
  switch (period) {
    case 'today':
      return until(startOfDay(now, timezone), now)
    case 'this-week':
      return until(mondayOf(now, timezone, 0), now)
    case 'last-week':
      return { from: mondayOf(now, timezone, -1), to: mondayOf(now, timezone, 0) }
    case '7-days':
      return { from: now - 7 * day, to: now }
    case '30-days':
      return { from: now - 30 * day, to: now }
    default:
      return daysRange(period, timezone)
  }
}

/** The whole local day in which `now` (ms UTC) lies. */
export function dayAt(now: number, timezone: string): Range {
  const today = dateOf(now, timezone)
  return { from: instantOf(today, timezone), to: instantOf(today + day, timezone) }
}

/** The whole local month in which `now` (ms UTC) lies. */
export function monthAt(now: number, timezone: string): Range {
  const local = new Date(dateOf(now, timezone))
  const first = (month: number) => instantOf(Date.UTC(local.getUTCFullYear(), month, 1), timezone)
  return { from: first(local.getUTCMonth()), to: first(local.getUTCMonth() + 1) }
}

/** At the very instant of midnight the day is still a millisecond long: a range is never empty. */
const until = (from: number, now: number): Range => ({ from, to: Math.max(now, from + 1) })

/** Monday's first instant in the week of `now`, `weeks` weeks away. */
function mondayOf(now: number, timezone: string, weeks: number): number {
  const today = dateOf(now, timezone) / day
  // Day 0 of the epoch was a Thursday, three days after a Monday.
  const monday = today - ((((today + 3) % 7) + 7) % 7)
  return instantOf((monday + 7 * weeks) * day, timezone)
}

function daysRange(period: string, timezone: string): Range {
  const [first, last, more] = period.split('..')
  const firstDay = dayNumber(first)
  const lastDay = dayNumber(last)
  if (firstDay === null || lastDay === null || more !== undefined) {
    throw new RangeError(
      `"${period}" is not a period: ${presets.join(', ')} or two days as 2026-01-01..2026-01-31`,
    )
  }
  if (lastDay < firstDay) throw new RangeError(`the last day of "${period}" is before the first`)
  return { from: instantOf(firstDay * day, timezone), to: instantOf((lastDay + 1) * day, timezone) }
}

/** The last day that the store can represent. */
const latest = Date.UTC(2100, 0, 1)

/**
 * Days since 1970 of `2026-01-31`; null when there is no such date, and for one before 1970 or
 * after 2099.
 */
function dayNumber(text: string | undefined): number | null {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const local = Date.parse(`${text}T00:00:00Z`)
  if (
    Number.isNaN(local) ||
    local < 0 ||
    local > latest ||
    new Date(local).toISOString().slice(0, 10) !== text
  )
    return null
  return local / day
}
