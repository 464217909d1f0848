import type { DayFigures } from '#kit/web/widget-registry.ts'
import type { SensorView } from '../frame/sensor-view.ts'

/** The server is asked once a minute, and its answer takes a moment. */
const unknownMs = 65_000

/**
 * Today's extremes with what came since the server was asked: no value that was seen lies outside
 * them. Bad values are not counted.
 */
export function dayWithRecent({
  day,
  reading,
  trend,
  now,
}: Pick<SensorView, 'day' | 'reading' | 'trend' | 'now'>): DayFigures | undefined {
  if (!day || now >= day.until) return undefined
  let { minimum, maximum } = day
  const times = trend?.times() ?? []
  const values = trend?.values() ?? []
  for (let index = times.length - 1; index >= 0; index--) {
    if ((times[index] ?? 0) < Math.max(day.from, now - unknownMs)) break
    minimum = Math.min(minimum, values[index] ?? minimum)
    maximum = Math.max(maximum, values[index] ?? maximum)
  }
  if (reading && reading.quality !== 2 && typeof reading.value === 'number') {
    minimum = Math.min(minimum, reading.value)
    maximum = Math.max(maximum, reading.value)
  }
  return { ...day, minimum, maximum }
}
