import type { Sensor } from '#kit/model/sensor.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'
import type { RailScale } from '#kit/ui/values/limits-rail.tsx'
import { finite } from '../../values/fixed-scale.ts'

/** Room beyond the outermost limit, so that a value past it can be seen to be past it. */
const margin = 0.18

/**
 * The scale of a sensor's rail: as configured, else around its limits and today's range; null when
 * nothing is known.
 */
export function railScale(sensor: Sensor, day: DayFigures | undefined): RailScale | null {
  const values = [
    sensor.lowerAlarm,
    sensor.upperAlarm,
    day?.minimum ?? null,
    day?.maximum ?? null,
  ].filter((value) => value !== null)
  const low = sensor.scaleLow ?? (values.length > 0 ? Math.min(...values) : null)
  const high = sensor.scaleHigh ?? (values.length > 0 ? Math.max(...values) : null)
  if (low === null || high === null || !(low <= high)) return null
  // Taken before the difference, which overflows between the greatest numbers.
  const room = high * margin - low * margin || Math.abs(high) * margin || margin
  const scale = {
    low: sensor.scaleLow ?? finite(low - room),
    high: sensor.scaleHigh ?? finite(high + room),
  }
  if (!(scale.low < scale.high)) return null
  return { ...scale, lowerLimit: sensor.lowerAlarm, upperLimit: sensor.upperAlarm }
}
