import { z } from 'zod'
import { DeviceStatus, LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { Quality } from '#kit/model/quality.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Sensor } from '#kit/model/sensor.ts'
import { RefusedSender } from './tail.ts'

/** The last message of a device as it came, since the server started. */
export const LastMessage = z.object({
  /** Receive time, ms UTC. */
  time: z.number(),
  /** How it came: an MQTT topic or an HTTP path; empty where the server does not have it. */
  source: z.string(),
  /** Its length. */
  bytes: z.int(),
})

/** A device with its raw state. */
export const Thing = z.object({
  id: z.int(),
  lesiId: z.string(),
  name: z.string(),
  status: DeviceStatus,
  /** When the status last changed, ms UTC; null before its first message. */
  statusSince: z.number().nullable(),
  /** Receive time of the newest message, ms UTC. */
  lastSeen: z.number().nullable(),
  sensorCount: z.int(),
  message: LastMessage.nullable(),
  /** How often it was refused within the last hour, and the last time; null: not once. */
  refused: RefusedSender.nullable(),
})
export type Thing = z.infer<typeof Thing>

/** `refused`: within the last hour. */
export const thingStates = ['online', 'offline', 'never', 'refused'] as const
export type ThingState = (typeof thingStates)[number]

export const listThings = defineRoute({
  method: 'GET',
  path: '/api/ingest/things',
  summary: 'A page of the devices of the caller, by name, with their raw state',
  gate: scadaGate,
  query: z.object({
    /** Words that must all occur in name or LESI ID. */
    find: z.string().trim().max(200).optional(),
    state: z.enum(thingStates).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  reply: z.object({
    data: z.array(Thing),
    meta: z.object({
      /** Devices on all pages. */
      total: z.int(),
      page: z.int(),
      limit: z.int(),
      /** Of everything of the caller, whatever is searched for. */
      all: z.int(),
      online: z.int(),
      offline: z.int(),
      never: z.int(),
      refused: z.int(),
    }),
  }),
})

export const maximumThingSensors = 200

export const readThing = defineRoute({
  method: 'GET',
  path: '/api/ingest/things/:lesiId',
  summary:
    'A device with its last message as it came, beside a page of its sensors with what was ' +
    'understood last',
  gate: scadaGate,
  params: z.object({ lesiId: LesiId }),
  query: z.object({
    /** Words that must all occur in key or alias. */
    find: z.string().trim().max(200).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(maximumThingSensors).default(100),
  }),
  reply: dataOf(
    z.object({
      thing: Thing,
      /** Start of the last message; null: none came yet, or it was no text. */
      raw: z.string().nullable(),
      sensors: z.array(
        Sensor.pick({
          id: true,
          key: true,
          alias: true,
          type: true,
          unit: true,
          decimals: true,
          intervalMs: true,
          isNew: true,
        }).extend({
          reading: z
            .object({
              /** ms UTC */
              time: z.number(),
              /** null: no value. */
              value: z.union([z.number(), z.string()]).nullable(),
              quality: Quality,
            })
            .nullable(),
        }),
      ),
      /** Sensors on all pages. */
      total: z.int(),
      /** Whether the caller may delete stored readings of these sensors for good. */
      mayDeleteReadings: z.boolean(),
    }),
  ),
})
