import type { LiveValue } from '#kit/web/live/index.ts'
import type { SensorView } from '../frame/sensor-view.ts'

/**
 * Since when a value has been what it is. `isExact` is false when the change lies before all that
 * is known.
 */
export interface SinceChange {
  /** ms UTC */
  readonly time: number
  readonly isExact: boolean
}

type Past = Pick<SensorView, 'trend' | 'stored'>

/**
 * From the change that was seen, else from what is known of the past: the trend, and the changes
 * that the store has (newest first). Of two changes to the present value the later one counts;
 * where there is none, the earliest moment at which it held.
 */
export function sinceChange(reading: LiveValue, { trend, stored }: Past): SinceChange {
  const seen = { time: reading.since, isExact: reading.isSinceExact }
  if (seen.isExact) return seen
  const moments = [seen, inTrend(reading, trend), inStore(reading, stored)].filter(
    (since) => since !== null,
  )
  const changes = moments.filter(({ isExact }) => isExact).map(({ time }) => time)
  return changes.length > 0
    ? { time: Math.max(...changes), isExact: true }
    : { time: Math.min(...moments.map(({ time }) => time)), isExact: false }
}

/** The first of the newest points that are all equal to the value. */
function inTrend({ value }: LiveValue, trend: Past['trend']): SinceChange | null {
  // Points of texts are codes, and reach back no further than what was seen.
  if (!trend || typeof value !== 'number') return null
  const times = trend.times()
  const values = trend.values()
  let index = values.length
  while (index > 0 && values[index - 1] === value) index--
  const time = times[index]
  return time === undefined ? null : { time, isExact: index > 0 }
}

function inStore({ value }: LiveValue, stored: Past['stored']): SinceChange | null {
  const newest = stored?.[0]
  // Something else in the store: the change came after the store was asked.
  return newest?.current === value ? { time: newest.time, isExact: newest.previous !== null } : null
}
