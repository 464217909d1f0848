import { dayAt, type Range } from '#kit/model/time/period.ts'

/** How much of the past the timeline shows. */
export const spans = ['hour', 'sixHours', 'day'] as const
export type Span = (typeof spans)[number]

const hour = 3_600_000

/**
 * The part of a day around a moment (ms UTC), cut in the site's zone from midnight on: a day whose
 * clocks change has 23 or 25 hours, and its last part is shorter or a part more.
 */
export function rangeAt(at: number, span: Span, zone: string): Range {
  const day = dayAt(at, zone)
  if (span === 'day') return day
  const length = span === 'hour' ? hour : 6 * hour
  const from = day.from + Math.floor((at - day.from) / length) * length
  return { from, to: Math.min(from + length, day.to) }
}
