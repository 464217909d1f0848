import { z } from 'zod'
import { ContractState, DeviceStatus, Relation } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/envelope.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/route.ts'

export const Thing = z.object({
  id: z.int(),
  lesiId: z.string(),
  name: z.string(),
  /** Null for an administrator who sees the device without being bound to it. */
  relation: Relation.nullable(),
  /** First and last day of the caller's contract as `2026-11-30`, in the site's zone; null: no limit. */
  contractStart: z.string().nullable(),
  contractEnd: z.string().nullable(),
  /** Whether the device is open to the caller, to administrators always. Of one that is not, nothing of the present is told. */
  access: ContractState,
  /** Null: the device is not open to the caller. */
  status: DeviceStatus.nullable(),
  /** When the status last changed, ms UTC; null before the device was first heard. */
  statusSince: z.number().nullable(),
  /** Receive time of the newest message, ms UTC. */
  lastSeen: z.number().nullable(),
  /** Null: the device is not open to the caller. */
  sensorCount: z.int().nullable(),
})
export type Thing = z.infer<typeof Thing>

export const listThings = defineRoute({
  method: 'POST',
  path: '/api/scada/shadow-lambda/things',
  summary: 'Devices of the caller with contract, status and number of sensors; also those whose contract does not count now',
  gate: warRoomGate,
  changesNothing: true,
  reply: dataOf(z.array(Thing)),
})
