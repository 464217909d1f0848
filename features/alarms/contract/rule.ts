import { z } from 'zod'
import { maximumDescriptionLength } from '#kit/model/device.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Locale } from '#kit/model/locale.ts'
import { SensorType } from '#kit/model/sensor.ts'
import { AlarmCondition, SensorName } from './condition.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** 1 is the most urgent; `journal`: recorded, and shown to nobody by itself. */
export const RulePriority = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal('journal'),
])
export type RulePriority = z.infer<typeof RulePriority>

/** Sensors that one rule names. */
export const maximumRuleSensors = 1_000
/** Rules of an installation. */
export const maximumRules = 10_000
/** Rules that one rule may be suppressed by. */
export const maximumSuppressors = 20

const Sensors = z.strictObject({
  kind: z.literal('sensors'),
  sensors: z.array(SensorName).min(1).max(maximumRuleSensors),
})
/** Every sensor that all of this is true of. */
const Pattern = z.strictObject({
  kind: z.literal('pattern'),
  type: SensorType.nullable(),
  /** The product of its device; empty: any. */
  product: z.string().trim().max(maximumDescriptionLength),
  /** Its key or alias, with `*` for any characters; empty: any. */
  tag: z.string().trim().max(128),
})
/** What a rule is about. */
export const RuleTarget = z.discriminatedUnion('kind', [Sensors, Pattern])
export type RuleTarget = z.infer<typeof RuleTarget>

const timeOfDay = z
  .string()
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), rule(fieldError('time_of_day')))

/** A rule counts within these hours alone, in the site's zone. */
export const RuleHours = z.strictObject({
  /** 1 Monday to 7 Sunday: the days on which it begins. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: timeOfDay,
  /** Not after `from`: on the next day. */
  to: timeOfDay,
})
export type RuleHours = z.infer<typeof RuleHours>

/** A path of this site or an address of the web, without what browsers drop or nobody sees. */
const isProcedure = (text: string) =>
  /^(\/(?![/\\])|https?:\/\/)[^\s\p{Cc}\p{Cf}]*$/u.test(text) && !text.endsWith('://')

const procedure = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isProcedure(text), rule(fieldError('not_accepted')))

const delay = z.int().min(0).max(86_400_000)

/** What a person says of a rule. */
export const NewAlarmRule = z.strictObject({
  name: oneLine(128).min(1),
  isEnabled: z.boolean(),
  target: RuleTarget,
  condition: AlarmCondition,
  /** The value must come back by so much, in the sensor's unit, before the alarm passes. */
  deadband: z.number().min(0),
  /** The condition must last so long before the alarm comes, and before it passes, ms. */
  onDelayMs: delay,
  offDelayMs: delay,
  priority: RulePriority,
  isLatching: z.boolean(),
  /** Text of the alarm; a language that is left out has the usual text of its kind. */
  message: z.partialRecord(Locale, z.string().trim().max(256)),
  /**
   * Where people read what to do: a path of this site, or an address of the web; empty: nowhere.
   * Left out when a rule is changed: as it was.
   */
  procedure: procedure.optional(),
  /** Empty: always. */
  hours: z.array(RuleHours).max(21),
  /** While one of these rules has an alarm on the same device, this one shows none. */
  suppressedBy: z.array(z.int32()).max(maximumSuppressors),
})
export type NewAlarmRule = z.infer<typeof NewAlarmRule>

/** A rule as it is stored. */
export const AlarmRule = NewAlarmRule.extend({
  id: z.int(),
  version: z.int32(),
  /** Sensors, or devices, that it is about now. */
  points: z.int(),
  changedAt: z.number(),
})
export type AlarmRule = z.infer<typeof AlarmRule>
