import { valueTicks } from '#kit/ui/chart/data/ticks.ts'
import { valueRange, within, type Limits } from '#kit/ui/chart/data/value-range.ts'
import type { Curve } from './curve.ts'

/** The scale at one side of a plot, in the unit of its sensors. */
export interface ValueAxis {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
  /** Digits behind the point that the ticks need. */
  readonly decimals: number
}

/** Limits of a sensor, and other values that are lines in its plot. */
type Lines = Limits & { readonly others?: readonly number[] }

export const noLimits: Limits = { lower: null, upper: null }

/**
 * The scale that holds all that these curves show from `from` (ms UTC) on, and a limit where it is
 * near. Null where they show nothing.
 */
export function axisOf(
  curves: readonly Curve[],
  from: number,
  lines: Lines,
  maximumTicks: number,
): ValueAxis | null {
  let minimum = Infinity
  let maximum = -Infinity
  for (const { times, values } of curves)
    for (let index = 0; index < times.length; index++) {
      if ((times[index + 1] ?? Infinity) < from) continue
      minimum = Math.min(minimum, values[index] ?? Infinity)
      maximum = Math.max(maximum, values[index] ?? -Infinity)
    }
  if (minimum > maximum) return null
  const [low, high] = valueRange({ minimum, maximum }, lines, lines.others)
  if (!Number.isFinite(high - low)) return null
  const { values, decimals } = valueTicks(low, high, maximumTicks)
  return { low, high, ticks: values, decimals }
}

/** Where a value lies, 0 at the low end to 1 at the high end, and outside for what is beyond. */
export const placeIn = ({ low, high }: ValueAxis, value: number): number =>
  (value - low) / (high - low)

/** Where a value is drawn: what lies beyond an end of the axis is at that end. */
export const drawnPlaceIn = (axis: ValueAxis, value: number): number =>
  within(placeIn(axis, value), 0, 1)
