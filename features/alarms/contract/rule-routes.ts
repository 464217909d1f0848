import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf, listOf } from '#kit/model/calls/envelope.ts'
import { scadaGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { conditionKinds } from './condition.ts'
import { Proposal } from './proposal.ts'
import { AlarmRule, NewAlarmRule, RuleTarget } from './rule.ts'

const id = z.object({ id: z.coerce.number().pipe(z.int32().positive()) })
const page = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
}

/** A sensor as choices and lists of rules name it. */
export const RuleSensor = z.object({
  thing: LesiId,
  device: z.string(),
  key: z.string(),
  alias: z.string(),
  unit: z.string(),
  decimals: z.int(),
})
export type RuleSensor = z.infer<typeof RuleSensor>

const ListedRule = AlarmRule.extend({
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
  /** Of those that it names, the first that is open to the caller; null: a pattern, or none is. */
  firstSensor: RuleSensor.nullable(),
})
/** A rule as lists have it. */
export type ListedRule = z.infer<typeof ListedRule>

export const listAlarmRules = defineRoute({
  method: 'GET',
  path: '/api/alarm-rules',
  summary: 'Rules that concern devices of the caller, by name',
  gate: warRoomGate,
  query: z.object({
    ...page,
    search: z.string().max(128).optional(),
    kind: z.enum(conditionKinds).optional(),
    priority: z.enum(['1', '2', '3', 'journal']).optional(),
    enabled: z.enum(['yes', 'no']).optional(),
  }),
  reply: listOf(ListedRule),
})

export const readAlarmRule = defineRoute({
  method: 'GET',
  path: '/api/alarm-rules/:id',
  summary: 'One rule as it is now',
  gate: warRoomGate,
  params: id,
  reply: dataOf(ListedRule),
})

const OwnLimitRule = z.object({
  sensor: RuleSensor,
  side: z.enum(['upper', 'lower']),
  limit: z.number(),
  /** The rule that took its place; null: it is a rule by itself. */
  replacedBy: z.string().nullable(),
})
export type OwnLimitRule = z.infer<typeof OwnLimitRule>

export const listOwnLimits = defineRoute({
  method: 'GET',
  path: '/api/alarm-rules/own-limits',
  summary: 'Limits of sensors that are rules by themselves, of the devices of the caller',
  gate: warRoomGate,
  query: z.object({ ...page, search: z.string().max(128).optional() }),
  reply: listOf(OwnLimitRule),
})

/** Sensors that a preview names; it counts all. */
export const previewedSensors = 50

export const matchAlarmRule = defineRoute({
  method: 'POST',
  path: '/api/alarm-rules/matches',
  summary: 'The sensors that a rule would be about, by device and alias; the first of them by name',
  gate: scadaGate,
  changesNothing: true,
  body: z.strictObject({ target: RuleTarget, kind: z.enum(conditionKinds) }),
  reply: dataOf(z.object({ total: z.int(), sensors: z.array(RuleSensor) })),
})

/** Days that a replay goes back at most. */
export const maximumReplayDays = 31
/** Alarms of each kind that the answer of a replay names; it counts all. */
export const namedAlarms = 200

const WhatIfAlarm = z.object({
  sensor: RuleSensor,
  /** When its condition came, when it came after its delay, when it passed; ms UTC. */
  since: z.number(),
  raisedAt: z.number(),
  /** null: it was there at the end. */
  returnedAt: z.number().nullable(),
  value: z.union([z.number(), z.string()]).nullable(),
})
export type WhatIfAlarm = z.infer<typeof WhatIfAlarm>

const WhatIf = z.object({
  from: z.number(),
  to: z.number(),
  /** Sensors of the rule, and how many of them were replayed: the first by device and alias. */
  sensors: z.object({ total: z.int(), replayed: z.int() }),
  /** Alarms by the rule as it is, or by the limit in whose place it would come. */
  before: z.int(),
  after: z.int(),
  vanished: z.object({ total: z.int(), alarms: z.array(WhatIfAlarm) }),
  appeared: z.object({ total: z.int(), alarms: z.array(WhatIfAlarm) }),
  /** How much later the alarms of both came, ms; null: there are none of both. */
  later: z.object({ median: z.number(), maximum: z.number() }).nullable(),
})
export type WhatIf = z.infer<typeof WhatIf>

export const tryAlarmRule = defineRoute({
  method: 'POST',
  path: '/api/alarm-rules/what-if',
  summary: 'What a rule would have made of the stored readings of its sensors, against the present',
  gate: scadaGate,
  changesNothing: true,
  body: z.strictObject({
    /** The rule that would be changed; null: a new one. */
    id: z.int32().nullable(),
    rule: NewAlarmRule,
    days: z.int().min(1).max(maximumReplayDays),
  }),
  reply: dataOf(WhatIf),
})

const Delays = z.object({ median: z.number(), maximum: z.number() }).nullable()

const AdvisedSource = z.object({
  /** The id of its rule as text; `upper`, `lower`: the sensor's own limit. */
  origin: z.string(),
  /** Of its rule; null, with an empty name: the sensor's own limit. */
  id: z.int().nullable(),
  name: z.string(),
  sensor: RuleSensor,
  /** Alarms that came in the period. */
  alarms: z.int(),
  /** What the stored readings say of a change; null: none helps. */
  advice: z
    .object({
      proposal: Proposal,
      before: z.int(),
      after: z.int(),
      /** How much later the alarms that stay would have come, ms. */
      later: Delays,
    })
    .nullable(),
})
export type AdvisedSource = z.infer<typeof AdvisedSource>

export const adviseRules = defineRoute({
  method: 'GET',
  path: '/api/alarm-rules/advice',
  summary: 'The ten sources with the most alarms, each with the change that would help',
  gate: scadaGate,
  query: z.object({ days: z.coerce.number().int().min(1).max(maximumReplayDays).default(7) }),
  reply: dataOf(z.object({ from: z.number(), to: z.number(), sources: z.array(AdvisedSource) })),
})

export const createAlarmRule = defineRoute({
  method: 'POST',
  path: '/api/alarm-rules',
  summary: 'Adds a rule; it counts at once',
  isMadeOnce: true,
  gate: scadaGate,
  body: NewAlarmRule,
  reply: dataOf(AlarmRule),
})

export const updateAlarmRule = defineRoute({
  method: 'PUT',
  path: '/api/alarm-rules/:id',
  summary: 'Changes a rule; 409 when somebody else has changed it since `version`',
  isMadeOnce: true,
  gate: scadaGate,
  params: id,
  body: NewAlarmRule.extend({ version: z.int32() }),
  reply: dataOf(AlarmRule),
})

export const deleteAlarmRule = defineRoute({
  method: 'DELETE',
  path: '/api/alarm-rules/:id',
  summary: 'Deletes a rule; its alarms end',
  gate: scadaGate,
  params: id,
  reply: dataOf(z.object({ id: z.int() })),
})
