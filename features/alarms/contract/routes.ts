import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf, listOf, wholeListOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { alarmGate, scadaGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { SensorName } from './condition.ts'
import { Alarm, AlarmEvent, Shelf } from './alarm.ts'

/** Alarms that one call names. */
export const maximumNamedAlarms = 1_000
/** Active alarms that one answer has; the most important ones. */
export const maximumActive = 2_000
/** Of a page of all of them. */
export const activePage = 5_000

const ids = z.array(z.int().positive()).min(1).max(maximumNamedAlarms)
const comment = z.string().trim().max(1_000)
const page = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
}
const id = z.object({ id: z.coerce.number().int().positive() })

const ActiveAlarms = z.object({
  /** By priority, those that nobody has acknowledged first, then the newest. */
  alarms: z.array(Alarm),
  /** Of all that are open to the caller, also beyond those of the answer. */
  counts: z.array(z.object({ priority: z.int(), unacknowledged: z.int(), acknowledged: z.int() })),
  total: z.int(),
  /** Sensors of which a source shows no alarms now, by device and key; bounded as the alarms. */
  shelved: z.array(SensorName),
})

export const activeAlarms = defineRoute({
  method: 'GET',
  path: '/api/alarms/active',
  summary: 'Alarms that are there, or that somebody still has to see, of the devices of the caller',
  gate: warRoomGate,
  reply: dataOf(ActiveAlarms),
})

export const allActiveAlarms = defineRoute({
  method: 'GET',
  path: '/api/alarms/active/all',
  summary: 'All active alarms of the devices of the caller, in pages, in the order of their ids',
  gate: warRoomGate,
  query: z.object({
    /** The last id of the page before. */
    after: z.coerce.number().int().min(0).default(0),
  }),
  reply: dataOf(
    z.object({
      alarms: z.array(Alarm),
      /** Null: this is the last page. */
      next: z.int().nullable(),
    }),
  ),
})

export const alarmHistory = defineRoute({
  method: 'GET',
  path: '/api/alarms',
  summary: 'Alarms that came within a period, the newest first',
  gate: warRoomGate,
  query: z
    .object({
      /** ms UTC: `from` inclusive, `to` exclusive. */
      from: z.coerce.number().pipe(Moment),
      to: z.coerce.number().pipe(Moment),
      priority: z.enum(['1', '2', '3', 'journal']).optional(),
      thing: LesiId.optional(),
      sensor: z.string().max(128).optional(),
      origin: z.string().max(20).optional(),
      state: z.enum(['open', 'ended']).optional(),
      ...page,
    })
    .refine(({ from, to }) => from < to, { path: ['to'], ...rule(fieldError('end_before_start')) }),
  reply: listOf(Alarm),
})

export const alarmDetail = defineRoute({
  method: 'GET',
  path: '/api/alarms/:id',
  summary:
    'One alarm with all that happened to it, the oldest first; of how often other alarms hid it ' +
    'the newest part',
  gate: warRoomGate,
  params: id,
  reply: dataOf(z.object({ alarm: Alarm, events: z.array(AlarmEvent) })),
})

/** What became of each alarm that a call named. */
const Outcome = z.object({
  done: z.array(z.int()),
  /** Those that it is not possible for, and why. */
  refused: z.array(z.object({ id: z.int(), reason: z.string() })),
})

export const acknowledgeAlarms = defineRoute({
  method: 'POST',
  path: '/api/alarms/acknowledge',
  summary: 'Acknowledges alarms; of those that others acknowledged before, it says so',
  gate: alarmGate,
  body: z.strictObject({ ids, comment: comment.default('') }),
  reply: dataOf(Outcome),
})

export const resetAlarms = defineRoute({
  method: 'POST',
  path: '/api/alarms/reset',
  summary: 'Ends latched alarms whose condition has passed and that are acknowledged',
  gate: alarmGate,
  body: z.strictObject({ ids, comment: comment.default('') }),
  reply: dataOf(Outcome),
})

export const commentAlarm = defineRoute({
  method: 'POST',
  path: '/api/alarms/:id/comment',
  summary: 'Adds a note to an alarm',
  isMadeOnce: true,
  gate: alarmGate,
  params: id,
  body: z.strictObject({ comment: comment.min(1) }),
  reply: dataOf(z.object({ id: z.int() })),
})

export const assignAlarms = defineRoute({
  method: 'POST',
  path: '/api/alarms/assign',
  summary: 'The caller takes alarms on, or gives them back',
  gate: alarmGate,
  body: z.strictObject({ ids, isMine: z.boolean() }),
  reply: dataOf(Outcome),
})

export const shelveAlarms = defineRoute({
  method: 'POST',
  path: '/api/alarms/shelve',
  summary: 'Shows nothing of the sources of these alarms for a while',
  gate: alarmGate,
  body: z
    .strictObject({
      ids,
      minutes: z.int().min(1).max(1_440).nullable(),
      /** In place of minutes: until the alarm has passed. */
      isOneShot: z.boolean().default(false),
      /**
       * In place of minutes: until the present shift ends, ms UTC, as it was shown. Where it ends
       * at another time by then, nothing is shelved: `shift_over`.
       */
      shiftEnd: Moment.nullable().default(null),
      reason: comment.min(1),
    })
    .refine(
      ({ minutes, isOneShot, shiftEnd }) =>
        [minutes !== null, isOneShot, shiftEnd !== null].filter(Boolean).length === 1,
      { path: ['minutes'], ...rule(fieldError('required')) },
    ),
  reply: dataOf(Outcome),
})

const ShelfName = z.strictObject({
  origin: z.string().max(20),
  thing: LesiId,
  /** Key; null: it is about the device. */
  sensor: z.string().max(128).nullable(),
})

export const unshelve = defineRoute({
  method: 'POST',
  path: '/api/alarms/unshelve',
  summary: 'Shows the alarms of a source again; of one out of service for those who may do that',
  gate: alarmGate,
  body: ShelfName,
  reply: dataOf(z.object({ isShown: z.boolean() })),
})

export const takeOutOfService = defineRoute({
  method: 'POST',
  path: '/api/alarms/out-of-service',
  summary: 'Shows nothing of a source until somebody returns it to service',
  gate: scadaGate,
  body: z.strictObject({ ...ShelfName.shape, reason: comment.min(1) }),
  reply: dataOf(z.object({ isShown: z.boolean() })),
})

export const shelvedAlarms = defineRoute({
  method: 'GET',
  path: '/api/alarms/shelved',
  summary: 'Sources that show no alarms now, by whom and until when',
  gate: warRoomGate,
  reply: wholeListOf(Shelf),
})
