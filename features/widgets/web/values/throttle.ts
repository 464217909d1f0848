import type { SensorView } from '../frame/sensor-view.ts'

/**
 * Returns whether a drawing of the recent past is to be made anew: every `intervalMs`, and at once
 * when `key` changed, an older past arrived, or the store's changes did.
 */
export function createThrottle(intervalMs: number): (view: Past, key: string | number) => boolean {
  let drawnAt = -Infinity
  let drawnKey: string | number | undefined
  let drawnFrom = Infinity
  let drawnStored: Past['stored']
  return ({ trend, stored, now }, key) => {
    const from = beginningOf(trend)
    const isNew = from < drawnFrom || key !== drawnKey || stored !== drawnStored
    if (!isNew && Math.abs(now - drawnAt) < intervalMs) return false
    drawnAt = now
    drawnKey = key
    drawnFrom = from
    drawnStored = stored
    return true
  }
}

type Past = Pick<SensorView, 'trend' | 'now'> & Partial<Pick<SensorView, 'stored'>>

/** The first moment of which a trend has anything, ms UTC. */
function beginningOf(trend: Past['trend']): number {
  if (!trend) return Infinity
  const spans = [trend.badSpans()[0]?.from, trend.uncertainSpans()[0]?.from]
  return Math.min(trend.times()[0] ?? Infinity, ...spans.map((from) => from ?? Infinity))
}
