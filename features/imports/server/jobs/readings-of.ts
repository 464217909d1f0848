import { plainNumberOf } from '#kit/model/numbers/plain-number.ts'
import { qualities } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ReadingsBatch } from '../process/messages.ts'

/** The readings of a batch as the product has them. */
export function readingsOf(batch: ReadingsBatch, sensors: readonly Sensor[]): readonly Reading[] {
  return Array.from(batch.time, (time, index): Reading => {
    const number = batch.value[index] ?? Number.NaN
    return {
      sensorId: sensors[batch.sensor[index] ?? 0]?.id ?? 0,
      time,
      value: batch.texts.get(index) ?? (Number.isNaN(number) ? null : number),
      quality: qualities[batch.quality[index] ?? 0] ?? 'good',
    }
  })
}

/**
 * With the numbers that texts of text sensors are beyond doubt: they are stored beside them, as
 * those of devices are.
 */
export function withNumbersOfTexts(
  readings: readonly Reading[],
  sensorOf: (sensorId: number) => Pick<Sensor, 'type'> | undefined,
): readonly Reading[] {
  const beside = readings.flatMap((reading): Reading[] => {
    if (typeof reading.value !== 'string' || sensorOf(reading.sensorId)?.type !== 'string')
      return []
    const value = plainNumberOf(reading.value)
    return value === null ? [] : [{ ...reading, value }]
  })
  return beside.length === 0 ? readings : [...readings, ...beside]
}
