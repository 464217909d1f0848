import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Alarm } from './alarm.ts'

/** Sensors that one call asks for. */
export const maximumPastAlarmSensors = 1_000
/** Alarms that one reply has; of more the newest. */
export const maximumPastAlarms = 2_000
/** A span is no longer than this, ms. */
export const maximumPastSpanMs = 3_600_000

/** An alarm with when it was shown to nobody. */
export const PastAlarm = Alarm.extend({
  /**
   * Those of the span that was asked for, ms UTC, oldest first: from (inclusive) until (exclusive;
   * null: beyond its end).
   */
  hiddenSpans: z.array(z.tuple([z.number(), z.number().nullable()])),
})
export type PastAlarm = z.infer<typeof PastAlarm>

export const pastAlarms = defineRoute({
  method: 'POST',
  path: '/api/alarms/past',
  summary:
    'Alarms of sensors and of their devices that had not ended within a span of the past, with ' +
    'what they were when; of too many the newest',
  gate: warRoomGate,
  changesNothing: true,
  body: z
    .object({
      sensors: z.array(z.int().min(1).max(2_147_483_647)).max(maximumPastAlarmSensors),
      /** ms UTC, both inclusive. */
      from: Moment,
      until: Moment,
    })
    .refine(({ from, until }) => from <= until, {
      path: ['until'],
      ...rule(fieldError('end_before_start')),
    })
    .refine(({ from, until }) => until - from <= maximumPastSpanMs, {
      path: ['until'],
      ...rule(fieldError('range_too_long', { hours: maximumPastSpanMs / 3_600_000 })),
    }),
  reply: dataOf(
    z.object({
      alarms: z.array(PastAlarm),
      /** Older ones are left out. */
      isCut: z.boolean(),
    }),
  ),
})

type Timed = Pick<PastAlarm, 'raisedAt' | 'returnedAt' | 'endedAt' | 'acknowledged' | 'hiddenSpans'>

/**
 * What an alarm was at a moment, ms UTC, as widgets draw it; `hidden`: nobody was shown it; null:
 * it was not there.
 */
export function stateAt(
  { raisedAt, returnedAt, endedAt, acknowledged, hiddenSpans }: Timed,
  at: number,
): 'unacknowledged' | 'acknowledged' | 'returned' | 'hidden' | null {
  if (at < raisedAt || (endedAt !== null && at >= endedAt)) return null
  if (hiddenSpans.some(([from, until]) => at >= from && (until === null || at < until)))
    return 'hidden'
  if (acknowledged !== null && at >= acknowledged.at) return 'acknowledged'
  return returnedAt !== null && at >= returnedAt ? 'returned' : 'unacknowledged'
}
