import type { SensorView } from '../frame/sensor-view.ts'
import { sinceChange } from './since-change.ts'

/**
 * Since when (ms UTC) the value of a sensor has been the same, for longer than its configuration
 * says is usual; null where it has not been, where nothing is configured, and where the value is
 * no present one anyway. Where the change lies before all that is known, the earliest moment at
 * which the value held.
 */
export function unchangedSince(view: SensorView): number | null {
  const { sensor, reading, condition, now } = view
  if (sensor.noChangeMs === null || !reading || reading.value === null) return null
  if (condition !== 'good' && condition !== 'uncertain') return null
  const { time } = sinceChange(reading, view)
  return now - time > sensor.noChangeMs ? time : null
}
