import { z } from 'zod'
import type { Sensor } from '#kit/model/sensor.ts'
import type { RailScale } from '#kit/ui/values/limits-rail.tsx'

const End = z.number().nullable().default(null)

/** The ends of the scale, in the sensor's unit; null: found from the sensor's configuration. */
export const ScaleOptions = z
  .object({ low: End, high: End })
  .refine(({ low, high }) => low === null || high === null || low < high)
export type ScaleOptions = z.infer<typeof ScaleOptions>

/** Room beyond a limit, as a share of the scale, so that a value past it is seen as such. */
const margin = 0.18

type ScaledSensor = Pick<Sensor, 'lowerAlarm' | 'upperAlarm' | 'scaleLow' | 'scaleHigh'>

/**
 * The scale that does not move with the readings: its ends as chosen, else as configured, else a
 * little beyond the limit on that side, else zero. Null where nothing of it is known, or the ends
 * would not be in order: then there is no dial.
 */
export function fixedScale(sensor: ScaledSensor, options: ScaleOptions): RailScale | null {
  const { lowerAlarm, upperAlarm } = sensor
  const low = options.low ?? sensor.scaleLow
  const high = options.high ?? sensor.scaleHigh
  if (low === null && high === null && lowerAlarm === null && upperAlarm === null) return null
  const innerLow = low ?? lowerAlarm ?? 0
  const innerHigh = high ?? upperAlarm ?? 0
  if (!(innerLow < innerHigh)) return null
  const room = innerHigh * margin - innerLow * margin
  const scale = {
    low: low ?? (lowerAlarm === null ? 0 : finite(lowerAlarm - room)),
    high: high ?? (upperAlarm === null ? 0 : finite(upperAlarm + room)),
  }
  const onScale = (limit: number | null) =>
    limit !== null && limit >= scale.low && limit <= scale.high ? limit : null
  return { ...scale, lowerLimit: onScale(lowerAlarm), upperLimit: onScale(upperAlarm) }
}

/** The same number, or the greatest that there is. */
export const finite = (value: number) =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
