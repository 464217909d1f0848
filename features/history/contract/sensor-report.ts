import { z } from 'zod'
import { Sensor } from '#kit/model/sensor.ts'
import { numbers, QualityChanges, Series } from './series.ts'
import { StateFigures } from './state-figures.ts'
import { Statistics } from './statistics.ts'

/**
 * When the device was active: columns of the range in which any of its sensors reported anything,
 * with their first and last moment.
 */
export const DeviceActivity = z.object({
  /** Silence after which the device counts as offline, ms. */
  silenceMs: z.number(),
  columnMs: z.number(),
  firstTime: numbers,
  lastTime: numbers,
  /** Minutes (hours, where columns are long) of the column in which something was stated. */
  count: numbers,
})
export type DeviceActivity = z.infer<typeof DeviceActivity>

/**
 * How long the good and uncertain values of the range were beyond the present limits, from the
 * readings: each one counts until the next, a bad one for nothing; before a gap for three of the
 * distances that readings usually have there.
 */
export const TimeOutside = z.object({
  aboveMs: z.number(),
  belowMs: z.number(),
  /** A reading before a gap counts for so long at least, ms. */
  heldMs: z.number(),
})
export type TimeOutside = z.infer<typeof TimeOutside>

export const SensorReport = z.object({
  sensor: Sensor,
  from: z.number(),
  to: z.number(),
  timezone: z.string(),
  statistics: Statistics,
  /**
   * Good and uncertain texts that the range holds beside numbers: they are in no figure. Null where
   * texts are what is counted, where readings have expired, and where readings one by one were
   * insisted on.
   */
  textsBeside: z.int().nullable(),
  /**
   * What a lamp, a detector or a text reported last before the range, and still stated when it
   * began; null for others and where nothing was.
   */
  before: z.object({ time: z.number(), value: z.union([z.number(), z.string()]) }).nullable(),
  /**
   * Lamps, detectors and texts may speak only when they change: readings are missing where the
   * device is silent. Null for others.
   */
  activity: DeviceActivity.nullable(),
  /** Null for a sensor without limits. */
  outside: TimeOutside.nullable(),
  /**
   * How the readings of a lamp, a detector or a text were: no state is known while they are bad.
   * Of texts the newest changes, where there are too many; of numbers then null, as for others.
   */
  quality: QualityChanges.nullable(),
  /** Of a lamp or a detector whose readings are all kept; null for others. */
  states: StateFigures.nullable(),
  series: Series,
})
export type SensorReport = z.infer<typeof SensorReport>
