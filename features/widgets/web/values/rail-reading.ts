import type { LiveValue } from '#kit/web/live/index.ts'
import type { RailReading } from '#kit/ui/values/limits-rail.tsx'
import type { SensorView } from '../frame/sensor-view.ts'
import { dayWithRecent } from './day-with-recent.ts'

/** What a rail or a dial shows: no pointer for a bad value, and the day with what came since. */
export function railReading(view: SensorView, reading: LiveValue): RailReading {
  const { condition } = view
  const day = dayWithRecent(view)
  const value = condition !== 'bad' && typeof reading.value === 'number' ? reading.value : null
  if (!day) return { value, dayLow: null, dayHigh: null }
  return {
    value,
    dayLow: day.minimum,
    dayHigh: day.maximum,
  }
}
