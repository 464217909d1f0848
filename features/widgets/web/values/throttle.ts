import type { SensorView } from '../frame/sensor-view.ts'

/**
 * Returns whether a drawing of the recent past is to be made anew: every `intervalMs`, and at once
 * when `key` changed or an older past arrived.
 */
export function createThrottle(
  intervalMs: number,
): (view: Pick<SensorView, 'trend' | 'now'>, key: string | number) => boolean {
  let drawnAt = -Infinity
  let drawnKey: string | number | undefined
  let drawnFrom = Infinity
  return ({ trend, now }, key) => {
    const from = trend?.times()[0] ?? Infinity
    const isDue = from < drawnFrom || key !== drawnKey || Math.abs(now - drawnAt) >= intervalMs
    if (!isDue) return false
    drawnAt = now
    drawnKey = key
    drawnFrom = from
    return true
  }
}
