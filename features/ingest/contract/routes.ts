import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** What was refused of a document: where in it, and why. */
export const RefusedValue = z.object({ field: z.string(), reason: z.string() })

export const ingestDocument = defineRoute({
  method: 'POST',
  path: '/api/ingest/:lesiId',
  summary:
    'Stores a telemetry document of a device; answers after the readings are on disk, and names ' +
    'the values that were refused. Bearer: the device token',
  gate: 'device',
  params: z.object({ lesiId: LesiId }),
  body: z.unknown(),
  reply: dataOf(z.object({ stored: z.int(), refused: z.array(RefusedValue).optional() })),
})

export const ingestBatch = defineRoute({
  method: 'POST',
  path: '/api/ingest/batch',
  summary:
    'Stores documents of many devices and times: [{"device", "token"?, "ts"?, "values"}, …], ' +
    'each of the sender, of a device behind it, or with the token of its device; answers ' +
    'after the readings are on disk. Basic: LESI ID and token',
  gate: 'device',
  body: z.unknown(),
  reply: dataOf(z.object({ stored: z.int(), refused: z.array(RefusedValue).optional() })),
})

/** A message that was refused, with the reason: which field, and why. */
export const Refusal = z.object({
  id: z.int(),
  time: z.number(),
  /** How it came: an MQTT topic or an HTTP path. */
  source: z.string(),
  /** LESI ID that the sender claimed, if any. */
  lesiId: z.string().nullable(),
  /** Network address that it came from; null where another broker brought it. */
  address: z.string().nullable(),
  field: z.string(),
  reason: z.string(),
  /** Start of the message, for the engineer. */
  excerpt: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

/** The newest that are listed. */
export const maximumListedRefusals = 1_000

export const listRefusals = defineRoute({
  method: 'GET',
  path: '/api/ingest/refusals',
  summary:
    'A page of the newest refused messages, of devices that the caller may see and of senders ' +
    'that had not signed in; how many there were since the start, and how many of the latter',
  gate: scadaGate,
  query: z.object({
    /** Words of which each must occur in device, source, field or reason. */
    find: z.string().trim().max(255).default(''),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(maximumListedRefusals).default(maximumListedRefusals),
  }),
  reply: z.object({
    data: z.array(Refusal),
    meta: z.object({
      total: z.int(),
      nameless: z.int(),
      /** How many are found, on all pages. */
      found: z.int(),
    }),
  }),
})
