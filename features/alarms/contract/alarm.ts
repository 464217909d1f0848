import { z } from 'zod'
import { Locale } from '#kit/model/locale.ts'
import { SensorType } from '#kit/model/sensor.ts'
import { alarmLevels, conditionKinds } from './condition.ts'
import { RulePriority } from './rule.ts'

/**
 * What an alarm needs of somebody, after ISA-18.2: `unacknowledged` and `acknowledged` while its
 * condition is there; `returned`: it has passed and nobody has acknowledged it; `latched`: it has
 * passed and waits for somebody to reset it.
 */
export const AlarmPhase = z.enum(['unacknowledged', 'acknowledged', 'returned', 'latched', 'ended'])
export type AlarmPhase = z.infer<typeof AlarmPhase>

/** Why an alarm is not shown among the active ones. */
export const HiddenReason = z.enum(['shelved', 'suppressed', 'out_of_service'])

/** What kind of condition it has, with what its usual text names. */
export const AlarmCause = z.object({
  kind: z.enum(conditionKinds),
  level: z.enum(alarmLevels).nullable(),
  /** The limit, the change, the distance; null: there is no such number. */
  limit: z.number().nullable(),
  /** Of a change within a time, or a time after which; ms. */
  withinMs: z.number().nullable(),
})
export type AlarmCause = z.infer<typeof AlarmCause>

export const Alarm = z.object({
  id: z.int(),
  /** The id of its rule as text; `upper`, `lower`: the sensor's own limit. */
  origin: z.string(),
  /** Of its rule; empty: the sensor's own limit. */
  ruleName: z.string(),
  priority: RulePriority,
  device: z.object({ id: z.int(), lesiId: z.string(), name: z.string() }),
  /** null: it is about the device. */
  sensor: z
    .object({
      id: z.int(),
      key: z.string(),
      alias: z.string(),
      type: SensorType,
      unit: z.string(),
      decimals: z.int(),
      /** It is overdue after three of these, ms. */
      intervalMs: z.int(),
    })
    .nullable(),
  cause: AlarmCause,
  /** The rule's own text; a language that is left out has the usual one. */
  message: z.partialRecord(Locale, z.string()),
  /** Where people read what to do, as its rule says now: a path or an address; empty: nowhere. */
  procedure: z.string(),
  /** Of the sensor when it came. */
  value: z.union([z.number(), z.string()]).nullable(),
  /** When its condition came, ms UTC. */
  since: z.number(),
  /** When it came, after its delay. */
  raisedAt: z.number(),
  /** When its condition passed; null: it is there. */
  returnedAt: z.number().nullable(),
  phase: AlarmPhase,
  isLatching: z.boolean(),
  hidden: HiddenReason.nullable(),
  /** It comes from readings that came late: nobody was alarmed. */
  isLate: z.boolean(),
  acknowledged: z
    .object({ at: z.number(), by: z.string().nullable(), comment: z.string() })
    .nullable(),
  /** Null: nobody has taken it on. */
  assignee: z.object({ id: z.int(), name: z.string() }).nullable(),
  endedAt: z.number().nullable(),
})
export type Alarm = z.infer<typeof Alarm>

export const alarmEventTypes = [
  ...(['raised', 'returned', 'acknowledged', 'reset', 'superseded', 'withdrawn'] as const),
  ...(['shelved', 'unshelved', 'suppressed', 'released'] as const),
  ...(['taken_out_of_service', 'returned_to_service', 'commented', 'assigned'] as const),
] as const

/** What happened to an alarm. */
export const AlarmEvent = z.object({
  type: z.enum(alarmEventTypes),
  at: z.number(),
  /** Name of who did it; null: the server, or an account that is gone. */
  by: z.string().nullable(),
  comment: z.string(),
})
export type AlarmEvent = z.infer<typeof AlarmEvent>

/** An alarm source that shows no alarms for a while. */
export const Shelf = z.object({
  origin: z.string(),
  ruleName: z.string(),
  device: Alarm.shape.device,
  sensor: Alarm.shape.sensor,
  kind: z.enum(['shelved', 'out_of_service']),
  /** ms UTC; null: until somebody ends it, or until the alarm that is there has passed. */
  until: z.number().nullable(),
  /** It ends when the alarm that is there has passed. */
  isOneShot: z.boolean(),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.number(),
})
export type Shelf = z.infer<typeof Shelf>
