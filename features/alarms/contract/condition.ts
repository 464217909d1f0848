import { z } from 'zod'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { maximumKeyLength, maximumTextLength } from '#kit/model/limits.ts'
import { LampColour } from '#kit/model/sensor.ts'

/** A sensor by its device and key. Rules have `***` for what their reader may not see. */
export const SensorName = z.strictObject({
  thing: z.string().min(1).max(64),
  key: z.string().min(1).max(maximumKeyLength),
})
export type SensorName = z.infer<typeof SensorName>

export const alarmLevels = ['high_high', 'high', 'low', 'low_low'] as const
export const AlarmLevel = z.enum(alarmLevels)
export type AlarmLevel = z.infer<typeof AlarmLevel>

const dayMs = 86_400_000
const duration = z.int().min(1_000).max(dayMs)
const amount = z.number().positive()

/** Beyond a limit; without one of its own, beyond the sensor's. */
const Limit = z.strictObject({
  kind: z.literal('limit'),
  level: AlarmLevel,
  limit: z.number().nullable(),
})
/** The value moved by so much, or more, within this time. */
const RateOfChange = z.strictObject({
  kind: z.literal('rate'),
  direction: z.enum(['rise', 'fall', 'either']),
  change: amount,
  withinMs: duration,
})
/** The value is further than this from that of another sensor. */
const Deviation = z.strictObject({
  kind: z.literal('deviation'),
  from: SensorName,
  by: amount,
})
/** The value is one of these, or the lamp shows one of these colours. */
const State = z
  .strictObject({
    kind: z.literal('state'),
    values: z.array(z.string().max(64)).max(32),
    colours: z.array(LampColour).max(6),
  })
  .refine(({ values, colours }) => values.length + colours.length > 0, {
    path: ['values'],
    ...rule(fieldError('required')),
  })
/** The value has stayed the same for longer than this. */
const NoChange = z.strictObject({ kind: z.literal('no_change'), afterMs: duration })
/** Nothing has come for longer than this; null: three of the sensor's intervals. */
const NoData = z.strictObject({ kind: z.literal('no_data'), afterMs: duration.nullable() })
/** The device is offline. */
const DeviceOffline = z.strictObject({ kind: z.literal('device_offline') })
/** The newest reading is bad, or not good. */
const BadQuality = z.strictObject({
  kind: z.literal('bad_quality'),
  isUncertainToo: z.boolean(),
})
/** A text that contains this (any, where it is empty) has come so often within this time. */
const RepeatedText = z.strictObject({
  kind: z.literal('repeated_text'),
  text: z.string().max(maximumTextLength),
  times: z.int().min(2).max(1_000),
  withinMs: duration,
})
const InputName = z
  .string()
  .refine((text) => /^[a-zA-Z]\w{0,31}$/.test(text), rule(fieldError('input_name')))
/** An expression over sensors gives true, or a number that is not 0. */
const ExpressionCondition = z.strictObject({
  kind: z.literal('expression'),
  expression: z.string().trim().min(1).max(1_000),
  inputs: z.record(InputName, SensorName),
})

/** When an alarm is to come. */
export const AlarmCondition = z.discriminatedUnion('kind', [
  Limit,
  RateOfChange,
  Deviation,
  State,
  NoChange,
  NoData,
  DeviceOffline,
  BadQuality,
  RepeatedText,
  ExpressionCondition,
])
export type AlarmCondition = z.infer<typeof AlarmCondition>

export const conditionKinds = [
  ...(['limit', 'rate', 'deviation', 'state', 'no_change', 'no_data'] as const),
  ...(['device_offline', 'bad_quality', 'repeated_text', 'expression'] as const),
] as const satisfies readonly AlarmCondition['kind'][]

/** Whether a level lies above the usual values. */
export const isHigh = (level: AlarmLevel): boolean => level === 'high' || level === 'high_high'

/** The sensors that a condition names beside those that its rule is about. */
export function namedBy(condition: AlarmCondition): readonly SensorName[] {
  if (condition.kind === 'deviation') return [condition.from]
  return condition.kind === 'expression' ? Object.values(condition.inputs) : []
}
