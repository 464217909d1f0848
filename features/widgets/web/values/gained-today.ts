import { gainOf } from '#kit/model/numbers/running-total.ts'
import type { SensorView } from '../frame/sensor-view.ts'

/**
 * What a running total gained today, in its own unit, with what came since the server was asked;
 * null while it is not known: the figures are none, or those of the day before. A reading from
 * before the last one that the server had is in the figures: as a later one it would be a reset.
 */
export function gainedToday({
  sensor,
  reading,
  day,
  now,
}: Pick<SensorView, 'sensor' | 'reading' | 'day' | 'now'>): number | null {
  if (!day || day.accumulated === null || now >= day.until) return null
  if (!reading || typeof reading.value !== 'number' || reading.quality === 2) return null
  if (reading.time < day.lastTime) return day.accumulated
  return day.accumulated + gainOf(day.last, reading.value, sensor)
}
