import { changeBetween } from '#kit/model/time/clock-changes.ts'
import type { Range } from '#kit/model/time/period.ts'
import { day, instantOf, localOf, zoneOffset } from '#kit/model/time/zone.ts'
import type { ShiftedSpan } from '#kit/ui/chart/data/comparison.ts'

/** How long before what is shown the period lies that it is compared with. */
export const comparisons = ['day', 'week', 'month', 'year'] as const

/** One of these, or the day on which the earlier period begins: `2026-11-16`. */
export type CompareWith = string

/** Whether an address can say this of a comparison. */
export function isCompareWith(text: string): boolean {
  return (comparisons as readonly string[]).includes(text) || dayOf(text) !== null
}

/** The last day that the store can represent. */
const latest = Date.UTC(2100, 0, 1)

/** A day as a local number; null for a text that is none. */
function dayOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const local = Date.parse(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(local) && new Date(local).toISOString().slice(0, 10) === text
  return isDay && local >= 0 && local < latest ? local : null
}

/**
 * By how many whole days, as ms of the wall clock, the earlier period lies before a period that
 * begins at `from` (ms UTC): a month or a year before is the same day of that month, or its last
 * one.
 */
export function shiftOf(compare: CompareWith, from: number, timezone: string): number {
  const today = Math.floor(localOf(from, timezone) / day) * day
  if (compare === 'day') return day
  if (compare === 'week') return 7 * day
  const months = monthsOf(compare)
  const chosen = months > 0 ? monthsBefore(today, months) : dayOf(compare)
  return chosen === null ? 0 : today - chosen
}

const monthsOf = (compare: CompareWith): number =>
  compare === 'month' ? 1 : compare === 'year' ? 12 : 0

function monthsBefore(local: number, months: number): number {
  const date = new Date(local)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(lastDay, date.getUTCDate()))
}

/** What is shown, so much earlier on the wall clock; both in ms UTC, never empty. */
export function earlierRange({ from, to }: Range, shift: number, timezone: string): Range {
  const before = (time: number) =>
    Math.max(0, Math.round(instantOf(localOf(time, timezone) - shift, timezone)))
  const start = before(from)
  return { from: start, to: Math.max(start + 1, before(to)) }
}

/** The earlier period that what is shown is compared with. */
export interface EarlierPeriod {
  /** ms UTC. */
  readonly range: Range
  readonly shiftedSpans: readonly ShiftedSpan[]
}

/**
 * The period before what is shown (`range`) of a whole period. It is as long; but the month or year
 * before whole months is as long as that was, and of what lies beyond the end of the axis then
 * nothing is drawn.
 */
export function earlierPeriod(
  compare: CompareWith,
  { whole, range }: { readonly whole: Range; readonly range: Range },
  timezone: string,
): EarlierPeriod {
  const shift = shiftOf(compare, whole.from, timezone)
  const asLong = earlierRange(range, shift, timezone)
  const aligned = alignedSpans(range, shift, timezone)
  const months = monthsOf(compare)
  const [from, to] = [range.from, range.to].map((time) => localOf(time, timezone))
  const isOfMonths = months > 0 && isMonthBegin(from) && isMonthBegin(to)
  if (!isOfMonths || to === undefined) return { range: asLong, shiftedSpans: aligned }
  const end = Math.round(instantOf(monthsBefore(to, months), timezone))
  return {
    range: { from: asLong.from, to: Math.max(asLong.from + 1, end) },
    shiftedSpans: aligned
      .filter((span) => span.from < end)
      .map((span) => ({ ...span, to: Math.min(span.to, end) })),
  }
}

/** Whether a time of the wall clock is the midnight with which a month begins. */
const isMonthBegin = (local: number | undefined): boolean =>
  local !== undefined && local % day === 0 && new Date(local).getUTCDate() === 1

/** Of longer periods an hour cannot be seen. */
const maximumMs = 800 * day

/**
 * How the earlier period lies on the axis of `range`: each of its times at the same time of the
 * wall clock. An hour that the earlier period has twice is there twice, one over the other; one
 * that the present has twice is taken once, the first time; of one that the present skips nothing
 * is drawn.
 */
export function alignedSpans(
  range: Range,
  shift: number,
  timezone: string,
): readonly ShiftedSpan[] {
  const earlier = earlierRange(range, shift, timezone)
  if (range.to - range.from > maximumMs) return [{ ...earlier, shift: range.from - earlier.from }]
  const ofPresent = offsetChanges(range, timezone).flatMap((at) =>
    [at - 1, at].map((time) => {
      const wall = localOf(time, timezone) + (time < at ? 1 : 0)
      return instantOf(wall - shift, timezone)
    }),
  )
  const cuts = [earlier.from, ...offsetChanges(earlier, timezone), ...ofPresent, earlier.to]
    .filter((at) => at >= earlier.from && at <= earlier.to)
    .toSorted((one, other) => one - other)
  return cuts.flatMap((from, index) => {
    const to = cuts[index + 1]
    if (to === undefined || to <= from) return []
    const wall = localOf(from, timezone) + shift
    const there = instantOf(wall, timezone)
    return localOf(there, timezone) === wall ? [{ from, to, shift: there - from }] : []
  })
}

/** The instants within a span at which the clocks of a zone are changed. */
function offsetChanges({ from, to }: Range, timezone: string): number[] {
  const changes: number[] = []
  for (let start = from; start < to; start += day) {
    const end = Math.min(to, start + day)
    if (zoneOffset(start, timezone) !== zoneOffset(end, timezone))
      changes.push(changeBetween(start, end, timezone))
  }
  return changes
}
