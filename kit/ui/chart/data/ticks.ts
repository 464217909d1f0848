/** What a tick on the time axis stands for: it decides how its label is written. */
export type TickUnit = 'millisecond' | 'second' | 'minute' | 'day' | 'month' | 'year'

export interface TimeTicks {
  readonly unit: TickUnit
  readonly times: number[]
}

/** What must be added to an instant (ms UTC) to read the wall clock of the axis, in ms. */
export type OffsetAt = (time: number) => number

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const steps: readonly (readonly [step: number, unit: TickUnit])[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => [step, 'millisecond'] as const),
  ...[1, 2, 5, 10, 15, 30].map((step) => [step * second, 'second'] as const),
  ...[1, 2, 5, 10, 15, 30].map((step) => [step * minute, 'minute'] as const),
  ...[1, 2, 3, 6, 12].map((step) => [step * hour, 'minute'] as const),
  ...[1, 2, 7, 14].map((step) => [step * day, 'day'] as const),
]
const monthSteps: readonly (readonly [months: number, unit: TickUnit])[] = [
  [1, 'month'],
  [3, 'month'],
  [6, 'month'],
  [12, 'year'],
  [24, 'year'],
  [60, 'year'],
  [120, 'year'],
]

/**
 * Round wall-clock times within `from`..`to`, at most about `maximumTicks` of them: full seconds,
 * minutes, hours, midnights, Mondays, months. Strictly ascending; correct across clock changes.
 */
export function timeTicks(
  from: number,
  to: number,
  maximumTicks: number,
  offsetAt: OffsetAt,
): TimeTicks {
  const wanted = (to - from) / Math.max(1, maximumTicks)
  const found = steps.find(([step]) => step >= wanted)
  if (found) return { unit: found[1], times: fixedTicks(from, to, found[0], offsetAt) }
  const [months, unit] =
    monthSteps.find(([count]) => count * 30 * day >= wanted) ?? ([120, 'year'] as const)
  return { unit, times: monthTicks(from, to, months, offsetAt) }
}

function fixedTicks(from: number, to: number, step: number, offsetAt: OffsetAt): number[] {
  const times: number[] = []
  for (let at = nextTick(from - 1, step, offsetAt); at <= to; at = nextTick(at, step, offsetAt))
    times.push(at)
  return times
}

/** The first instant after `time` whose wall clock is a multiple of `step`. */
function nextTick(time: number, step: number, offsetAt: OffsetAt): number {
  // Weeks count from Monday; day 0 of the epoch was a Thursday.
  const origin = step % (7 * day) === 0 ? 4 * day : 0
  const offset = offsetAt(time)
  const local = time + offset - origin
  const candidate = (Math.floor(local / step) + 1) * step + origin - offset
  const newOffset = offsetAt(candidate)
  if (newOffset === offset) return candidate
  // Clocks changed on the way there: find the multiple of the new clock, which may lie before or
  // after.
  const newLocal = candidate + newOffset - origin
  const before = Math.floor(newLocal / step) * step + origin - newOffset
  if (before > time && offsetAt(before) === newOffset) return before
  return step < day ? Math.ceil(newLocal / step) * step + origin - newOffset : candidate
}

function monthTicks(from: number, to: number, months: number, offsetAt: OffsetAt): number[] {
  const start = new Date(from + offsetAt(from))
  const firstMonth =
    Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months
  const times: number[] = []
  for (let month = firstMonth; ; month += months) {
    const local = Date.UTC(Math.floor(month / 12), month % 12, 1)
    const at = local - offsetAt(local - offsetAt(local))
    if (at > to) return times
    if (at >= from) times.push(at)
  }
}

/**
 * Round values within `low`..`high`, at most about `maximumTicks`, and the digits behind the point
 * that their step needs.
 */
export function valueTicks(
  low: number,
  high: number,
  maximumTicks: number,
): { values: number[]; decimals: number } {
  const rough = (high - low) / Math.max(1, maximumTicks)
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const factor =
    [1, 2, 2.5, 5, 10].find((candidate) => candidate * magnitude >= rough * (1 - 1e-9)) ?? 10
  const step = factor * magnitude
  const decimals = Math.max(
    0,
    Math.min(9, -Math.floor(Math.log10(step) + 1e-9) + (factor === 2.5 ? 1 : 0)),
  )
  const values: number[] = []
  const first = Math.ceil(low / step - 1e-9)
  // Beyond 2^53 the next whole number may be the same: the end is not left to the values alone.
  for (let index = 0; index <= maximumTicks + 1; index++) {
    const value = (first + index) * step
    if (!(value <= high + step * 1e-9)) break
    values.push(Number(value.toPrecision(12)))
  }
  return { values: [...new Set(values)], decimals }
}
