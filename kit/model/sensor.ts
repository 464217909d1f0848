import { z } from 'zod'

export const sensorTypes = ['analog', 'lamp', 'counter', 'timer', 'detector', 'string'] as const
export const SensorType = z.enum(sensorTypes)
export type SensorType = z.infer<typeof SensorType>

export const lampColours = ['green', 'red', 'yellow', 'white', 'blue', 'grey'] as const
export const LampColour = z.enum(lampColours)
export type LampColour = z.infer<typeof LampColour>

/** What a value of a lamp or a detector means: the colour to show and the word beside it. */
export const StateMeaning = z.object({
  colour: LampColour.optional(),
  word: z.string().max(64).optional(),
})
export type StateMeaning = z.infer<typeof StateMeaning>

/** One signal of a device, as every screen gets it. */
export const Sensor = z.object({
  id: z.int(),
  deviceId: z.int(),
  lesiId: z.string(),
  key: z.string(),
  alias: z.string(),
  type: SensorType,
  unit: z.string(),
  /** Digits behind the decimal point on every screen. */
  decimals: z.int().min(0).max(9),
  /** Limits: outside them the value is an alarm value. */
  lowerAlarm: z.number().nullable(),
  upperAlarm: z.number().nullable(),
  /** The ends of the scale on which the value is drawn. */
  scaleLow: z.number().nullable(),
  scaleHigh: z.number().nullable(),
  /**
   * How often a reading is expected, in milliseconds; three times this without one makes it stale.
   */
  intervalMs: z.int().positive(),
  /** A value that has stayed the same for longer than this, in ms, is marked; null: none is. */
  noChangeMs: z.int().positive().nullable(),
  /** Of a measuring sensor: its readings are what the device sends, times this, plus the next. */
  factor: z.number(),
  offset: z.number(),
  /** Where the total of a counter begins again, in the sensor's unit; null: nowhere. */
  wrapAt: z.number().nullable(),
  /** Meanings of raw values, by the value as text ("1", "RUN"). */
  states: z.record(z.string(), StateMeaning),
  /** True until somebody has looked at a sensor that was added by its first reading. */
  isNew: z.boolean(),
  /** Its values are calculated from those of other sensors: no device sends any. */
  isCalculated: z.boolean(),
})
export type Sensor = z.infer<typeof Sensor>

/** What a sensor has of the above where nobody has chosen anything else. */
export const plainSensor = {
  noChangeMs: null,
  factor: 1,
  offset: 0,
  wrapAt: null,
  isCalculated: false,
} as const satisfies Partial<Sensor>

/** A sensor is stale when it has not spoken for this many of its expected intervals. */
export const staleAfterIntervals = 3

const measuringTypes: ReadonlySet<SensorType> = new Set(['analog', 'counter', 'timer'])

/** Whether the values of this type are measured numbers: they have limits and are converted. */
export function isMeasuring(type: SensorType): boolean {
  return measuringTypes.has(type)
}

/**
 * Whether an average says anything of a sensor: running totals have none, and the numbers of lamps
 * and detectors are codes.
 */
export const hasAverage = (type: SensorType): boolean => type === 'analog'

/**
 * The limit that a value lies beyond; null when it lies on one or between them, is no number, or
 * its sensor has none.
 */
export function limitBeyond(
  { type, lowerAlarm, upperAlarm }: Pick<Sensor, 'type' | 'lowerAlarm' | 'upperAlarm'>,
  value: number | string | null,
): 'upper' | 'lower' | null {
  if (typeof value !== 'number' || !isMeasuring(type)) return null
  if (upperAlarm !== null && value > upperAlarm) return 'upper'
  return lowerAlarm !== null && value < lowerAlarm ? 'lower' : null
}

/** Whether a sensor has a limit that its values can be beyond. */
export function hasLimits({
  type,
  lowerAlarm,
  upperAlarm,
}: Pick<Sensor, 'type' | 'lowerAlarm' | 'upperAlarm'>): boolean {
  return isMeasuring(type) && (lowerAlarm !== null || upperAlarm !== null)
}
