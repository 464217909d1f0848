import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Alarm } from './alarm.ts'
import { AlarmLevel } from './condition.ts'
import { RulePriority } from './rule.ts'

/** Sensors that one call asks for. */
export const maximumSpanSensors = 100
/** Alarms that one reply has; of more the newest. */
export const maximumSpans = 300

/** A limit of a rule at a sensor, in the unit in which readings are stored. */
export const RuleLimit = z.object({
  sensorId: z.int(),
  /** Of the rule. */
  id: z.int(),
  name: z.string(),
  level: AlarmLevel,
  limit: z.number(),
  priority: RulePriority,
})
export type RuleLimit = z.infer<typeof RuleLimit>

export const alarmSpans = defineRoute({
  method: 'POST',
  path: '/api/alarms/spans',
  summary:
    'Alarms of sensors and of their devices whose condition was there within a span of time, the ' +
    'oldest first; of too many the newest',
  gate: warRoomGate,
  changesNothing: true,
  body: z
    .object({
      sensors: z.array(z.int().min(1).max(2_147_483_647)).max(maximumSpanSensors),
      /** ms UTC. */
      from: Moment,
      to: Moment,
    })
    .refine(({ from, to }) => from <= to, {
      path: ['to'],
      ...rule(fieldError('end_before_start')),
    }),
  reply: dataOf(
    z.object({
      alarms: z.array(Alarm),
      /** Older ones are left out. */
      isCut: z.boolean(),
      /** Limits of rules that the sensors have now, besides their own. */
      limits: z.array(RuleLimit),
    }),
  ),
})
