import { z } from 'zod'
import { LesiId, maximumDescriptionLength } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { scadaGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { Device } from './routes.ts'
import {
  describedFields,
  description,
  defaultIntervalMs,
  defaultSilenceMs,
  silenceIsLongEnough,
  silenceRule,
} from './device-description.ts'

/** A device as its own screen shows it: `Device`, what people wrote about it, and its token. */
export const RegisteredDevice = Device.extend({
  product: z.string(),
  site: z.string(),
  zone: z.string(),
  /** How often it is expected to send. */
  intervalMs: z.int(),
  /** Silence after which it counts as offline. */
  silenceMs: z.int(),
  /** Online, but three expected intervals have passed since its newest message. */
  isLate: z.boolean(),
  /** ms UTC */
  createdAt: z.number(),
  /** People who are bound to it. */
  peopleCount: z.int(),
  /** Grows with every change of what people wrote; an edit says which one it started from. */
  version: z.int32(),
  /** Null for who may not configure the device. */
  token: z
    .object({
      isRevoked: z.boolean(),
      /** Its last characters; null: not known. */
      ending: z.string().nullable(),
      /** Since when it is valid, or revoked, ms UTC; null: not known. */
      since: z.number().nullable(),
      /** Until when the former token is valid too, ms UTC; null: it is not. */
      formerUntil: z.number().nullable(),
    })
    .nullable(),
  /** How it can be claimed; null where it cannot, and for callers who are no administrators. */
  claim: z
    .object({
      /** ms UTC */
      since: z.number(),
      contractStart: z.string().nullable(),
      contractEnd: z.string().nullable(),
    })
    .nullable(),
  /** What the caller may do with it. */
  abilities: z.object({
    configure: z.boolean(),
    issueClaimCode: z.boolean(),
    /** Deleting its stored readings for good. */
    deleteReadings: z.boolean(),
  }),
})
export type RegisteredDevice = z.infer<typeof RegisteredDevice>

export const DeviceName = z.object({ lesiId: LesiId })

export const deviceStates = ['online', 'offline', 'never'] as const
export type DeviceState = (typeof deviceStates)[number]
export const deviceSorts = ['name', 'lesiId', 'lastSeen', 'added'] as const

export const listRegistry = defineRoute({
  method: 'GET',
  path: '/api/devices',
  summary: 'A page of the devices of the caller, with all that is known about them',
  gate: warRoomGate,
  query: z.object({
    /** Words that must all occur in name, LESI ID, product, site or zone. */
    search: z.string().trim().max(200).optional(),
    /** Of the devices that are open to the caller. */
    state: z.enum(deviceStates).optional(),
    sort: z.enum(deviceSorts).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  }),
  reply: z.object({
    data: z.array(RegisteredDevice),
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
      /** Whether an unknown device registers itself with the token that it brings. */
      autoRegister: z.boolean(),
      /** Whether the caller may add devices. */
      mayAdd: z.boolean(),
      /** Whether the caller may delete stored readings for good. */
      mayDeleteReadings: z.boolean(),
    }),
  }),
})

export const readDevice = defineRoute({
  method: 'GET',
  path: '/api/devices/:lesiId',
  summary: 'One device of the caller',
  gate: warRoomGate,
  params: DeviceName,
  reply: dataOf(RegisteredDevice),
})

/** Shown to the caller once: only its hash is stored. */
export const WithToken = dataOf(z.object({ device: RegisteredDevice, token: z.string() }))

export const addDevice = defineRoute({
  method: 'POST',
  path: '/api/devices',
  summary:
    'Adds a device and shows its token; whoever is no administrator becomes its parent account',
  isMadeOnce: true,
  gate: scadaGate,
  body: z
    .object({
      lesiId: LesiId,
      name: describedFields.name,
      product: description.default(''),
      site: description.default(''),
      zone: description.default(''),
      intervalMs: describedFields.intervalMs.default(defaultIntervalMs),
      silenceMs: describedFields.silenceMs.default(defaultSilenceMs),
    })
    .refine(silenceIsLongEnough, silenceRule),
  reply: WithToken,
})

export const updateDevice = defineRoute({
  method: 'PUT',
  path: '/api/devices/:lesiId',
  summary: 'Changes what is written about a device; 409 when somebody changed it since `version`',
  isMadeOnce: true,
  gate: scadaGate,
  params: DeviceName,
  body: z
    .object({ version: z.int32(), ...describedFields })
    .refine(silenceIsLongEnough, silenceRule),
  reply: dataOf(RegisteredDevice),
})

export const removeDevice = defineRoute({
  method: 'DELETE',
  path: '/api/devices/:lesiId',
  summary: 'Removes a device with its sensors and bindings; its stored readings as is chosen',
  gate: scadaGate,
  params: DeviceName,
  query: z.object({
    /** Kept on disk, where no call shows them, or deleted for good. */
    readings: z.enum(['keep', 'delete']).default('keep'),
    /** The name of the device as whoever deletes readings has typed it. */
    name: z.string().max(maximumDescriptionLength).optional(),
  }),
})
