import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { maximumKeyLength, maximumMessageBytes } from '#kit/model/limits.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { Quality } from '#kit/model/quality.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Sensor, SensorType } from '#kit/model/sensor.ts'
import { RefusedValue } from './routes.ts'

/**
 * What a person should see beside a reading that would be stored: its sensor would be added, it has
 * no value, its time lies too far ahead and would be replaced by that of receipt, or its value was
 * converted by factor and offset.
 */
export const DryRunRemark = z.enum(['new-sensor', 'no-value', 'time-replaced', 'converted'])
export type DryRunRemark = z.infer<typeof DryRunRemark>

/** A reading that the document would give. */
export const DryRunReading = z.object({
  /** Where in the document its value stands. */
  field: z.string(),
  key: z.string(),
  /** null: the device has no such sensor yet, and it would be added. */
  sensor: Sensor.nullable(),
  /** In the sensor's unit. */
  value: z.union([z.number(), z.string()]).nullable(),
  quality: Quality,
  /** ms UTC; null: the time of receipt. */
  time: z.number().nullable(),
  remarks: z.array(DryRunRemark),
})
export type DryRunReading = z.infer<typeof DryRunReading>

export const DryRun = z.object({
  readings: z.array(DryRunReading),
  /** What would be refused, as the device would receive it. */
  problems: z.array(RefusedValue),
  /** Readings of sensors that were not asked for. */
  others: z.int(),
})
export type DryRun = z.infer<typeof DryRun>

/** A device's message as it was sent; a parsed document has lost what JSON leaves out. */
const document = z.union([
  z.string().max(maximumMessageBytes),
  z.record(z.string(), z.unknown()),
  z.array(z.unknown()),
])

export const dryRunDocument = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/dealjson',
  summary:
    'Which sensors and readings a document of telemetry or of a shadow would give, and every ' +
    'problem; nothing is ' +
    'stored. `type` asks for sensors of this type alone',
  gate: scadaGate,
  changesNothing: true,
  body: z.object({
    document,
    /** Whose sensors are meant; without it all would be new. */
    device: LesiId.optional(),
    type: SensorType.optional(),
  }),
  reply: dataOf(DryRun),
})

export const dryRunSensor = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/dealjson/sensor',
  summary:
    'The same for one sensor: by its id, or by its key, of `device` or of a device without sensors',
  gate: scadaGate,
  changesNothing: true,
  body: z.object({
    document,
    sensor: z.union([z.int32(), z.string().min(1).max(maximumKeyLength)]),
    /** Whose sensor a key means; an id says so itself. */
    device: LesiId.optional(),
  }),
  reply: dataOf(DryRun),
})
