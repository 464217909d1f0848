import { z } from 'zod'
import { fieldError, rule, type FieldError } from '#kit/model/calls/field-errors.ts'
import {
  isMeasuring,
  plainSensor,
  SensorType,
  StateMeaning,
  type Sensor,
} from '#kit/model/sensor.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** Twenty days: the longest time that a sensor's configuration can name. */
export const maximumTimeMs = 20 * 86_400_000
/** Raw values of one sensor that can have a meaning. */
export const maximumStates = 100
export const maximumAliasLength = 128
export const maximumUnitLength = 32

const time = z.int().min(1).max(maximumTimeMs)

const StateCode = z
  .string()
  .min(1)
  .max(128)
  .refine((code) => code !== '__proto__', rule(fieldError('not_accepted')))

/** What somebody decides about a sensor. */
export const Configuration = z.strictObject({
  alias: oneLine(maximumAliasLength).min(1),
  type: SensorType,
  unit: oneLine(maximumUnitLength),
  decimals: z.int().min(0).max(9),
  lowerAlarm: z.number().nullable(),
  upperAlarm: z.number().nullable(),
  scaleLow: z.number().nullable(),
  scaleHigh: z.number().nullable(),
  intervalMs: time,
  noChangeMs: time.nullable(),
  factor: z.number().refine((factor) => factor !== 0, rule(fieldError('zero'))),
  offset: z.number(),
  wrapAt: z
    .number()
    .refine((value) => value > 0, rule(fieldError('greater_than', { minimum: 0 })))
    .nullable(),
  states: z
    .record(StateCode, StateMeaning.strict())
    .refine(
      (states) => Object.keys(states).length <= maximumStates,
      rule(fieldError('too_many', { maximum: maximumStates })),
    ),
  /** False as soon as somebody has decided: until then everything of the sensor is a proposal. */
  isNew: z.boolean(),
})
export type Configuration = z.infer<typeof Configuration>
export type ConfigurationField = keyof Configuration

export const configurationFields = Object.keys(Configuration.shape) as ConfigurationField[]

/** What decides which fields a sensor has. */
export type SensorKind = Pick<Sensor, 'type'> & Partial<Pick<Sensor, 'isCalculated'>>

const measuring = ({ type }: SensorKind) => isMeasuring(type)
const running = ({ type }: SensorKind) => type === 'counter' || type === 'timer'
const inDigits = ({ type }: SensorKind) => type === 'analog' || type === 'counter'
/** What devices send is converted; what is calculated is not. */
const converted = (sensor: SensorKind) => measuring(sensor) && sensor.isCalculated !== true
const all = () => true

/** For which sensors each field has an effect; in others it is stored and has none. */
export const hasEffect: Readonly<Record<ConfigurationField, (sensor: SensorKind) => boolean>> = {
  alias: all,
  type: all,
  unit: inDigits,
  decimals: inDigits,
  lowerAlarm: measuring,
  upperAlarm: measuring,
  scaleLow: measuring,
  scaleHigh: measuring,
  intervalMs: all,
  noChangeMs: all,
  factor: converted,
  offset: converted,
  wrapAt: running,
  states: (sensor) => !measuring(sensor),
  isNew: all,
}

const pairs = [
  ['lowerAlarm', 'upperAlarm'],
  ['scaleLow', 'scaleHigh'],
] as const

export type ConfigurationErrors = Partial<Record<ConfigurationField, FieldError>>

/**
 * What is wrong with a configuration although each field by itself is right, of the fields that
 * have an effect.
 */
export function configurationErrors(sensor: Configuration): ConfigurationErrors {
  const errors: ConfigurationErrors = {}
  for (const [low, high] of pairs) {
    const [minimum, maximum] = [sensor[low], sensor[high]]
    if (!hasEffect[high](sensor) || minimum === null || maximum === null) continue
    if (maximum <= minimum) errors[high] = fieldError('greater_than', { minimum })
  }
  return errors
}

/** Why a field of this sensor has no effect. */
export function withoutEffect(sensor: SensorKind, field: string): FieldError {
  const { type } = sensor
  const isOfType = hasEffect[field as ConfigurationField]({ type })
  return isOfType ? fieldError('not_for_calculated') : fieldError('not_for_type', { type })
}

/** The changed fields that such sensors do not have, if they are given anything. */
export function fieldsWithoutEffect(
  sensor: SensorKind,
  after: Partial<Configuration>,
): ConfigurationErrors {
  const without = Object.entries(after).filter(
    ([field, value]) => !hasEffect[field as ConfigurationField](sensor) && !isNothing(field, value),
  )
  return Object.fromEntries(without.map(([field]) => [field, withoutEffect(sensor, field)]))
}

const unconfigured: Readonly<Record<string, unknown>> = { ...plainSensor, decimals: 0 }

const isNothing = (field: string, value: unknown) =>
  value === null ||
  value === '' ||
  value === unconfigured[field] ||
  (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

/** Whether two values of a field are the same; meanings whatever their order. */
export function isSameField(one: unknown, other: unknown): boolean {
  return one === other || canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : inner,
  )
}

/** The decided part of a sensor. */
export function configurationOf(sensor: Sensor): Configuration {
  return Object.fromEntries(
    configurationFields.map((field) => [field, sensor[field]]),
  ) as unknown as Configuration
}

/** Sensors that one call changes. */
export const maximumChanges = 1_000

/**
 * A change of one sensor: what each of its changed fields was when whoever changes it last looked,
 * and what it becomes. Where it is neither any more, somebody else has changed it meanwhile.
 */
export const ConfigurationChange = z.strictObject({
  id: z.int32(),
  before: z.partialRecord(z.enum(configurationFields), z.unknown()),
  after: Configuration.partial(),
})
export type ConfigurationChange = z.infer<typeof ConfigurationChange>
