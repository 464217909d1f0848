import { z } from 'zod'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { deletionGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/**
 * `kept`: nobody asked for it. `failed`: it is retried by itself. `clearing`: the store was
 * seen to hold nothing, its former files are removed within minutes.
 */
export const deletionStates = ['kept', 'waiting', 'running', 'clearing', 'failed', 'done'] as const

/** Stored readings of what was removed. */
export const StoredDeletion = z.object({
  id: z.int(),
  lesiId: z.string(),
  deviceName: z.string(),
  /** Null: all sensors of the device. */
  sensor: z.object({ key: z.string(), name: z.string() }).nullable(),
  sensorCount: z.int(),
  state: z.enum(deletionStates),
  /** When it was removed, ms UTC. */
  removedAt: z.number(),
  /** When the store was seen to hold nothing of it, ms UTC. */
  provenAt: z.number().nullable(),
  /** When its files were gone too, ms UTC. */
  doneAt: z.number().nullable(),
  /** How many were deleted; null while that is not clear. */
  readings: z.number().nullable(),
  /** When the last attempt failed, ms UTC, and why. */
  failure: z.object({ at: z.number(), reason: z.string() }).nullable(),
})
export type StoredDeletion = z.infer<typeof StoredDeletion>

export const listDeletions = defineRoute({
  method: 'GET',
  path: '/api/readings/deletions',
  summary: 'Stored readings of removed devices and sensors: kept, being deleted, deleted',
  gate: deletionGate,
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  }),
  reply: z.object({
    data: z.array(StoredDeletion),
    meta: z.object({
      total: z.int(),
      page: z.int(),
      limit: z.int(),
      /** How many are requested and not done. */
      open: z.int(),
    }),
  }),
})

export const startDeletion = defineRoute({
  method: 'POST',
  path: '/api/readings/deletions/:id/start',
  summary: 'Deletes kept readings for good, or tries at once again what failed',
  gate: deletionGate,
  params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
  body: z.object({
    /** The name of the device, or the sensor, as whoever asks has typed it. */
    name: z.string().max(200),
  }),
  reply: dataOf(StoredDeletion),
})

export const deleteSensorReadings = defineRoute({
  method: 'POST',
  path: '/api/readings/deletions',
  summary:
    'Deletes the stored readings of a sensor for good; the sensor stays, under another number',
  isMadeOnce: true,
  gate: deletionGate,
  body: z.object({
    sensorId: z.int32().min(1),
    /** The name of the sensor as whoever asks has typed it. */
    name: z.string().max(200),
  }),
  reply: dataOf(z.object({ sensorId: z.int(), deletion: StoredDeletion })),
})
