import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { Quality } from '#kit/model/quality.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

const line = {
  id: z.int(),
  /** Receive time, ms UTC. */
  time: z.number(),
  /** How it came: an MQTT topic or an HTTP path; empty where the server does not have it. */
  source: z.string(),
  /** Start of the message. */
  raw: z.string(),
}

/** A message that readings were made of. */
export const UnderstoodLine = z.object({
  ...line,
  kind: z.literal('understood'),
  lesiId: z.string(),
  /** The first of them. */
  readings: z.array(
    z.object({
      sensorId: z.int(),
      key: z.string(),
      value: z.union([z.number(), z.string()]).nullable(),
      unit: z.string(),
      quality: Quality,
    }),
  ),
  readingCount: z.int(),
})

/** Something that was refused. */
export const RefusedLine = z.object({
  ...line,
  kind: z.literal('refused'),
  /** As the sender claims. */
  lesiId: z.string().nullable(),
  field: z.string(),
  reason: z.string(),
})

export const TailLine = z.discriminatedUnion('kind', [UnderstoodLine, RefusedLine])
export type TailLine = z.infer<typeof TailLine>

export const tailKinds = ['all', 'refused'] as const
export type TailKind = (typeof tailKinds)[number]

/** Lines of one answer, and lines that wait for the next. */
export const maximumTailLines = 300

export const readTail = defineRoute({
  method: 'POST',
  path: '/api/ingest/tail',
  summary:
    'Messages of devices as they come: what they were understood as, or why they were refused. ' +
    'Ask again every second with the same `watch`; the first call begins it',
  gate: scadaGate,
  changesNothing: true,
  body: z.object({
    /** Of the asking page alone, any. */
    watch: z.string().min(8).max(64),
    /** Lines up to this id are on the page already. */
    after: z.int().min(0).default(0),
    /** Words of which every line holds each: in device, source, sensor keys, field or reason. */
    find: z.string().max(255).default(''),
    kind: z.enum(tailKinds).default('all'),
  }),
  reply: dataOf(
    z.object({
      /** Oldest first. */
      lines: z.array(TailLine),
      /** Since the last call, for each second: what was looked for, whether or not it is a line. */
      perSecond: z.number(),
      /** Lines that there was no room for since the last call. */
      skipped: z.int(),
    }),
  ),
})

/** A device that is refused so often within so many minutes is refused again and again. */
export const repeatedRefusals = 10
export const repeatedMinutes = 10

/** A device, or a sender without credentials, that was refused within the last hour. */
export const RefusedSender = z.object({
  /** LESI ID; null: senders who have not signed in, all together. */
  lesiId: z.string().nullable(),
  /** Refusals within the last hour, and within the last `repeatedMinutes`. */
  lastHour: z.int(),
  lastMinutes: z.int(),
  /** The newest: ms UTC, and what was wrong. */
  time: z.number(),
  field: z.string(),
  reason: z.string(),
})
export type RefusedSender = z.infer<typeof RefusedSender>

export const summariseRefusals = defineRoute({
  method: 'GET',
  path: '/api/ingest/refusals/summary',
  summary: 'Who was refused within the last hour and how often, whoever was refused most first',
  gate: scadaGate,
  reply: dataOf(
    z.object({
      lastHour: z.int(),
      /** At most a hundred. */
      senders: z.array(RefusedSender),
      /** Devices that are refused again and again now. */
      repeated: z.int(),
    }),
  ),
})
