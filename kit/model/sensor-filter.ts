import { z } from 'zod'
import { SensorType, type Sensor } from './sensor.ts'

/** Maximum number of items of one page of a list, and of ids that one request names. */
export const maximumPageSize = 1_000

/** Which sensors a list holds, in a query string; absent parts do not restrict. */
export const SensorFilter = z.object({
  /**
   * Words that must all occur in name, key or unit of the sensor, or in name or LESI ID of its
   * device; case is ignored.
   */
  find: z.string().max(200).optional(),
  type: SensorType.optional(),
  /** LESI ID */
  device: z.string().max(64).optional(),
  /** Only those that nobody has looked at yet. */
  only: z.literal('new').optional(),
})
export type SensorFilter = z.infer<typeof SensorFilter>

/** A page of such a list, in a query string. */
export const SensorPage = SensorFilter.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(maximumPageSize).default(maximumPageSize),
})
export type SensorPage = z.infer<typeof SensorPage>

/** Splits what somebody searches for into words in lower case. */
export function searchWords(text: string | undefined): readonly string[] {
  return (text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether all words occur in one of the texts or another. */
export function matchesWords(words: readonly string[], texts: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = texts.join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Returns the test for this filter, to be asked with a sensor and the name of its device. */
export function sensorTest({
  find,
  type,
  device,
  only,
}: SensorFilter): (sensor: Sensor, deviceName: string) => boolean {
  const words = searchWords(find)
  return (sensor, deviceName) =>
    (type === undefined || sensor.type === type) &&
    (device === undefined || sensor.lesiId === device) &&
    (only === undefined || sensor.isNew) &&
    matchesWords(words, [sensor.alias, sensor.key, sensor.unit, sensor.lesiId, deviceName])
}
