import { z } from 'zod'
import { DeviceStatus, Relation } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/envelope.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/route.ts'

export const Thing = z.object({
  id: z.int(),
  lesiId: z.string(),
  name: z.string(),
  /** Null for an administrator who sees the device without being bound to it. */
  relation: Relation.nullable(),
  status: DeviceStatus,
  /** When the status last changed, ms UTC; null before the device was first heard. */
  statusSince: z.number().nullable(),
  /** Receive time of the newest message, ms UTC. */
  lastSeen: z.number().nullable(),
  sensorCount: z.int(),
})
export type Thing = z.infer<typeof Thing>

export const listThings = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/things',
  summary: 'Devices that the caller may see, with status and number of sensors',
  gate: warRoomGate,
  changesNothing: true,
  reply: dataOf(z.array(Thing)),
})
