import { z } from 'zod'
import { retentionGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** A sensor with what its readings and rollups take on disk. */
export const SensorOnDisk = z.object({
  id: z.int(),
  /** Removed, with its readings kept: it has no names. */
  isRemoved: z.boolean(),
  lesiId: z.string(),
  /** Name of the device. */
  device: z.string(),
  key: z.string(),
  alias: z.string(),
  /** Stored one by one. */
  readings: z.number(),
  /**
   * Its rows by the mean bytes of a row in the files in which they lie: what varies much takes
   * more, what stays the same less.
   */
  bytes: z.number(),
})
export type SensorOnDisk = z.infer<typeof SensorOnDisk>

export const sensorsOnDisk = defineRoute({
  method: 'GET',
  path: '/api/readings/retention/sensors',
  summary:
    'About what each sensor takes on disk, the dearest first; found by words in the names of ' +
    'device and sensor; rows are counted every five minutes at most',
  gate: retentionGate,
  query: z.object({
    search: z.string().trim().max(200).default(''),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  }),
  reply: z.object({
    data: z.array(SensorOnDisk),
    meta: z.object({
      ...{ total: z.int(), page: z.int(), limit: z.int() },
      /** Of all that are found, not of the page alone. */
      bytes: z.number(),
      /** When rows were counted, ms UTC. */
      at: z.number(),
    }),
  }),
})
