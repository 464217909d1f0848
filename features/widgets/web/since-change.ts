import type { LiveValue, Trend } from '#kit/web/live/index.ts'

/** Since when a value has been what it is. `isExact` is false when the change lies before all that is known. */
export interface SinceChange {
  /** ms UTC */
  readonly time: number
  readonly isExact: boolean
}

/** From the change that was seen, else from the trend: the first of the newest points that are all equal to `value`. */
export function sinceChange(reading: LiveValue, trend: Trend | undefined): SinceChange {
  const told = { time: reading.since, isExact: reading.isSinceExact }
  if (told.isExact || !trend || typeof reading.value !== 'number') return told
  const times = trend.times()
  const values = trend.values()
  let index = values.length
  while (index > 0 && values[index - 1] === reading.value) index--
  const first = times[index]
  return first === undefined ? told : { time: Math.min(first, told.time), isExact: index > 0 }
}
