import { hasLimits, type Sensor } from '#kit/model/sensor.ts'
import type { QualityCode } from '#kit/model/quality.ts'

interface ReadingOf {
  readonly value: number | string | null
  readonly quality: QualityCode
  readonly time: number
}

/** Bad values are no values. */
const bad = 2

/** A sensor whose value is beyond one of its limits of today. */
export interface SensorBeyondLimit {
  readonly sensor: Sensor
  readonly side: 'upper' | 'lower'
  readonly limit: number
  readonly value: number
  readonly time: number
}

/** Those of the sensors whose reading is beyond a limit. */
export function beyondLimits(
  sensors: readonly Sensor[],
  readingOf: (sensorId: number) => ReadingOf | undefined,
): SensorBeyondLimit[] {
  return sensors.filter(hasLimits).flatMap((sensor): SensorBeyondLimit[] => {
    const reading = readingOf(sensor.id)
    if (!reading || typeof reading.value !== 'number' || reading.quality === bad) return []
    const { value, time } = reading
    const { upperAlarm, lowerAlarm } = sensor
    if (upperAlarm !== null && value > upperAlarm)
      return [{ sensor, side: 'upper', limit: upperAlarm, value, time }]
    if (lowerAlarm !== null && value < lowerAlarm)
      return [{ sensor, side: 'lower', limit: lowerAlarm, value, time }]
    return []
  })
}
