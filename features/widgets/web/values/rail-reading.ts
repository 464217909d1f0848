import type { LiveValue } from '#kit/web/live/index.ts'
import type { RailReading } from '#kit/ui/values/limits-rail.tsx'
import type { SensorView } from '../frame/sensor-view.ts'

/** What a rail or a dial shows: no pointer for a bad value, and the day with what came since. */
export function railReading({ condition, day }: SensorView, reading: LiveValue): RailReading {
  const value = condition !== 'bad' && typeof reading.value === 'number' ? reading.value : null
  if (!day) return { value, dayLow: null, dayHigh: null }
  return {
    value,
    dayLow: Math.min(day.minimum, value ?? Infinity),
    dayHigh: Math.max(day.maximum, value ?? -Infinity),
  }
}
