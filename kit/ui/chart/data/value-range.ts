import type { Entries } from './series.ts'

/** Lower and upper limit of a sensor; null where it has none. */
export interface Limits {
  readonly lower: number | null
  readonly upper: number | null
}

/** Minimum and maximum of the entries that touch `from`..`to`; null when none does. */
export function extremesWithin(
  entries: Entries,
  from: number,
  to: number,
): { minimum: number; maximum: number } | null {
  let minimum = Infinity
  let maximum = -Infinity
  for (let index = 0; index < entries.length; index++) {
    if ((entries.lastTime[index] ?? 0) < from) continue
    if ((entries.firstTime[index] ?? 0) > to) break
    minimum = Math.min(minimum, entries.minimum[index] ?? Infinity)
    maximum = Math.max(maximum, entries.maximum[index] ?? -Infinity)
  }
  return minimum <= maximum ? { minimum, maximum } : null
}

interface Extremes {
  readonly minimum: number
  readonly maximum: number
}

/** Minimum and maximum of both; null where neither has any. */
export function joined(one: Extremes | null, other: Extremes | null): Extremes | null {
  if (!one || !other) return one ?? other
  return {
    minimum: Math.min(one.minimum, other.minimum),
    maximum: Math.max(one.maximum, other.maximum),
  }
}

/**
 * The ends of the value axis: all data with a little air, and a limit line where it is near enough
 * (within the height of the data) not to flatten the curve.
 */
export function valueRange(
  extremes: Extremes | null,
  limits: Limits,
  others: readonly number[] = [],
): [low: number, high: number] {
  const lines = [limits.lower, limits.upper, ...others].filter((limit) => limit !== null)
  if (!extremes) return lines.length > 0 ? withAir(Math.min(...lines), Math.max(...lines)) : [0, 1]
  const { minimum, maximum } = extremes
  const reach = maximum > minimum ? maximum - minimum : Math.max(Math.abs(maximum) * 0.05, 0.5)
  const near = lines.filter((limit) => limit >= minimum - reach && limit <= maximum + reach)
  return withAir(Math.min(minimum, ...near), Math.max(maximum, ...near))
}

/** An axis that ends here has a length that is a number; what lies beyond is drawn at its end. */
export const farthest = Number.MAX_VALUE / 2
/** Of the greatest value: numbers nearer to each other are not told apart at an axis. */
const finest = 1e-11

function withAir(minimum: number, maximum: number): [number, number] {
  const low = within(minimum, -farthest, farthest)
  const high = within(maximum, -farthest, farthest)
  const span = high - low
  const least = Math.max(Math.abs(low), Math.abs(high)) * finest
  const air = span > 0 ? Math.max(span * 0.06, least) : Math.max(Math.abs(low) * 0.05, 0.5)
  return [within(low - air, -farthest, farthest), within(high + air, -farthest, farthest)]
}

/** The value, or the end of an axis beyond which it lies. */
export const within = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value))
