import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { Locale } from '#kit/model/locale.ts'
import { Moment } from '#kit/model/time/past-moment.ts'
import { alarmGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Alarm, Shelf } from './alarm.ts'

/** Alarms, annotations, sensors and outages that one handover lists; of all it says how many. */
export const maximumHandoverAlarms = 300
export const maximumHandoverRows = 200
/** Notes of one shift. */
export const maximumHandoverNotes = 100
export const maximumHandoverNote = 2_000

const ListedSensor = z.object({
  id: z.int(),
  key: z.string(),
  alias: z.string(),
  thing: z.string(),
  deviceName: z.string(),
})

const HandoverNote = z.object({
  id: z.int(),
  text: z.string(),
  /** ms UTC */
  at: z.number(),
  /** Null: an account that is gone. */
  author: z.string().nullable(),
  mayRemove: z.boolean(),
})
export type HandoverNote = z.infer<typeof HandoverNote>

/** A sensor that was beyond one of its limits. */
const BeyondLimit = z.object({
  sensor: ListedSensor.extend({ unit: z.string(), decimals: z.int() }),
  side: z.enum(['upper', 'lower']),
  limit: z.number(),
  value: z.number(),
  time: z.number(),
})

export const Handover = z.object({
  shift: z.object({ name: z.string(), from: z.number(), to: z.number(), isOver: z.boolean() }),
  /** When the shifts beside it begin, ms UTC; null: that one has not begun. */
  earlier: z.number(),
  later: z.number().nullable(),
  /** Null: the caller may not read them. */
  notes: z.array(HandoverNote).nullable(),
  /**
   * Alarms that were there in the shift, waited in it to be acknowledged, or were acknowledged in
   * it, the most urgent first.
   */
  alarms: z.object({ list: z.array(Alarm), total: z.int() }),
  /** Sources that show no alarms now. */
  shelved: z.array(Shelf),
  annotations: z.object({
    list: z.array(
      z.object({
        id: z.int(),
        sensor: ListedSensor,
        from: z.number(),
        to: z.number(),
        text: z.string(),
        author: z.string().nullable(),
      }),
    ),
    isCut: z.boolean(),
  }),
  /** At its end, or now. */
  beyond: z.object({ list: z.array(BeyondLimit), total: z.int(), at: z.number() }),
  outages: z.object({
    list: z.array(
      z.object({
        device: z.object({ lesiId: z.string(), name: z.string() }),
        from: z.number(),
        until: z.number(),
      }),
    ),
    total: z.int(),
  }),
})
export type Handover = z.infer<typeof Handover>

export const handover = defineRoute({
  method: 'GET',
  path: '/api/handover',
  summary:
    'What one shift hands over to the next: alarms, what is shelved, annotations, sensors beyond ' +
    'their limits, silent devices, notes. Without `at` the last shift that is over',
  gate: warRoomGate,
  query: z.object({
    /** An instant within the shift, ms UTC. */
    at: z.coerce.number().pipe(Moment).optional(),
  }),
  /** Null: the site has no shifts. */
  reply: dataOf(Handover.nullable()),
})

export const handoverFile = defineRoute({
  method: 'GET',
  path: '/api/handover/file',
  summary: 'The same as a PDF; 404 when the site has no shifts',
  gate: warRoomGate,
  query: z.object({
    /** An instant within the shift, ms UTC. */
    at: z.coerce.number().pipe(Moment).optional(),
    language: Locale,
  }),
  file: 'application/pdf',
})

export const addHandoverNote = defineRoute({
  method: 'POST',
  path: '/api/handover/notes',
  summary: 'Adds a note for the next shift',
  isMadeOnce: true,
  gate: alarmGate,
  body: z.strictObject({
    /** When the shift begins, ms UTC. */
    shift: Moment,
    text: z.string().trim().min(1).max(maximumHandoverNote),
  }),
  reply: dataOf(z.object({ id: z.int() })),
})

export const removeHandoverNote = defineRoute({
  method: 'DELETE',
  path: '/api/handover/notes/:id',
  summary: 'Removes a note; who wrote it may, and administrators',
  gate: alarmGate,
  params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
})
