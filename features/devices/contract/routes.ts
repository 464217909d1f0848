import { z } from 'zod'
import { ContractState, DeviceStatus, Relation } from '#kit/model/device.ts'
import { deviceNamesGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'

export const Device = z.object({
  id: z.int(),
  lesiId: z.string(),
  name: z.string(),
  /** Null for an administrator who sees the device without being bound to it. */
  relation: Relation.nullable(),
  /**
   * First and last day of the caller's contract as `2026-11-30`, in the site's zone; null: no
   * limit.
   */
  contractStart: z.string().nullable(),
  contractEnd: z.string().nullable(),
  /**
   * Whether the device is open to the caller, to administrators always. Of one that is not, nothing
   * of the present is shown.
   */
  access: ContractState,
  /** Null: the device is not open to the caller. */
  status: DeviceStatus.nullable(),
  /** When the status last changed, ms UTC; null before its first message. */
  statusSince: z.number().nullable(),
  /** Receive time of the newest message, ms UTC. */
  lastSeen: z.number().nullable(),
  /** Null: the device is not open to the caller. */
  sensorCount: z.int().nullable(),
})
export type Device = z.infer<typeof Device>

const DeviceList = z.object({
  data: z.array(Device),
  meta: z.object({
    /** Devices on all pages. */
    total: z.int(),
    page: z.int(),
    limit: z.int(),
    /**
     * Of all that are open to the caller, whatever is searched for: how many, how many of them
     * online, and their sensors.
     */
    open: z.int(),
    online: z.int(),
    sensors: z.int(),
  }),
})

export const listDevices = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/things',
  summary:
    'A page of the devices of the caller with contract, status and number of sensors; also those ' +
    'whose contract does not count now',
  gate: deviceNamesGate,
  changesNothing: true,
  body: z
    .object({
      /** Words that must all occur in name or LESI ID. */
      find: z.string().max(200).optional(),
      /** Only these devices. */
      ids: z.array(z.int32()).max(maximumPageSize).optional(),
      page: z.int().min(1).max(1_000_000).default(1),
      limit: z.int().min(1).max(maximumPageSize).default(maximumPageSize),
    })
    .nullish(),
  reply: DeviceList,
})

export const listKioskDevices = defineRoute({
  method: 'POST',
  path: '/api/kiosk/things',
  summary: 'The devices of the sensors on the board of a kiosk link, and no others',
  gate: 'public',
  changesNothing: true,
  body: z.object({}).nullish(),
  reply: DeviceList,
})
