import type { Trend } from '#kit/web/live/index.ts'

const intervalMs = 5_000

/**
 * Tells when a strip of the recent past is to be drawn again: every few seconds, and at once when
 * the value changed or an older past arrived.
 */
export function throttle(): (
  trend: Trend | undefined,
  value: number | string,
  now: number,
) => boolean {
  let drawnAt = -Infinity
  let drawnValue: number | string | undefined
  let drawnFrom: number | undefined
  return (trend, value, now) => {
    const from = trend?.times()[0]
    const isOlder = from !== undefined && (drawnFrom === undefined || from < drawnFrom)
    if (!isOlder && value === drawnValue && Math.abs(now - drawnAt) < intervalMs) return false
    drawnAt = now
    drawnValue = value
    drawnFrom = from
    return true
  }
}
