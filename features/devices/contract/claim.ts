import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { dataOf } from '#kit/model/calls/envelope.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { administratorGate, deviceInformationGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'
import { ContractDay, endsNotBeforeStart } from './bindings.ts'
import { RegisteredDevice } from './registry.ts'

/** Digits and letters that nobody takes for another: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Five bits each: 80. */
const codeLength = 16
const groupLength = 4

/** A new code from 16 random bytes, as it is on a label: `7K2M-0QXA-…`. */
export function claimCodeOf(random: Uint8Array): string {
  const characters = Array.from(random.subarray(0, codeLength), (byte) => alphabet[byte % 32])
  const groups = Array.from({ length: codeLength / groupLength }, (_, index) =>
    characters.slice(index * groupLength, (index + 1) * groupLength).join(''),
  )
  return groups.join('-')
}

/** A code without what people add or mistake when they read it off a label. */
export function normalizedClaimCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

const DeviceName = z.object({ lesiId: LesiId })

export const claimDevice = defineRoute({
  method: 'POST',
  path: '/api/devices/claim',
  summary: 'Makes the caller the parent account of a device that has none, by its claim code',
  isMadeOnce: true,
  gate: deviceInformationGate,
  body: z.object({ lesiId: LesiId, code: z.string().min(1).max(64) }),
  reply: dataOf(RegisteredDevice),
})

export const issueClaimCode = defineRoute({
  method: 'POST',
  path: '/api/devices/:lesiId/claim-code',
  summary: 'A new claim code of a device, shown once, with the days of the contract it gives',
  gate: administratorGate,
  params: DeviceName,
  body: z
    .object({ contractStart: ContractDay, contractEnd: ContractDay })
    .refine(endsNotBeforeStart, {
      path: ['contractEnd'],
      ...rule(fieldError('end_before_start')),
    }),
  reply: dataOf(z.object({ device: RegisteredDevice, code: z.string() })),
})

export const withdrawClaimCode = defineRoute({
  method: 'DELETE',
  path: '/api/devices/:lesiId/claim-code',
  summary: 'The device can no longer be claimed',
  gate: administratorGate,
  params: DeviceName,
})
