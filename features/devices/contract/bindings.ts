import { z } from 'zod'
import { ContractState, DeviceStatus, LesiId, Relation } from '#kit/model/device.ts'
import { wholeListOf } from '#kit/model/calls/envelope.ts'
import { isEmail, maximumEmailLength } from '#kit/model/address.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { deviceInformationGate, scadaGate, warRoomGate } from '#kit/model/permission.ts'
import { defineRoute } from '#kit/model/calls/route.ts'

/** First and last day of a contract. */
export const firstContractDay = '1970-01-01'
export const lastContractDay = '2099-12-31'

/** A day of a contract, as `2026-11-30` in the site's zone; null: no limit. */
export const ContractDay = z.iso
  .date()
  .refine((day) => day >= firstContractDay && day <= lastContractDay, {
    ...rule(fieldError('not_accepted')),
  })
  .nullable()

export const endsNotBeforeStart = ({
  contractStart,
  contractEnd,
}: {
  readonly contractStart: string | null
  readonly contractEnd: string | null
}): boolean => contractStart === null || contractEnd === null || contractEnd >= contractStart

/** A person who is bound to a device. */
export const BoundPerson = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  relation: Relation,
  contractStart: z.string().nullable(),
  contractEnd: z.string().nullable(),
  state: ContractState,
  /** Whether the caller may change or end this binding here. */
  isTheirsToChange: z.boolean(),
})
export type BoundPerson = z.infer<typeof BoundPerson>

const DeviceName = z.object({ lesiId: LesiId })

export const listBindings = defineRoute({
  method: 'GET',
  path: '/api/devices/:lesiId/bindings',
  summary: 'Who is bound to a device',
  gate: scadaGate,
  params: DeviceName,
  reply: z.object({
    data: z.array(BoundPerson),
    meta: z.object({
      /** What the caller may make of a person. */
      relations: z.array(Relation),
    }),
  }),
})

export const bindPerson = defineRoute({
  method: 'PUT',
  path: '/api/devices/:lesiId/bindings',
  summary:
    'Binds a person to a device, or changes how; within the caller’s own contract. 409 where ' +
    'the binding is not the one that the change began from',
  // A second time it began from what the first one changed.
  isMadeOnce: true,
  gate: scadaGate,
  params: DeviceName,
  body: z
    .object({
      email: z
        .string()
        .trim()
        .max(maximumEmailLength - 1)
        .refine(isEmail, rule(fieldError('email'))),
      relation: Relation,
      contractStart: ContractDay,
      contractEnd: ContractDay,
      /** The binding that a change began from; null: there was none. Absent: whatever is there. */
      before: z
        .object({
          relation: Relation,
          contractStart: z.string().nullable(),
          contractEnd: z.string().nullable(),
        })
        .nullable()
        .optional(),
    })
    .refine(endsNotBeforeStart, {
      path: ['contractEnd'],
      ...rule(fieldError('end_before_start')),
    }),
})

export const endBinding = defineRoute({
  method: 'DELETE',
  path: '/api/devices/:lesiId/bindings/:userId',
  summary: 'Takes a device away from a person, at once also on open screens',
  gate: scadaGate,
  params: DeviceName.extend({ userId: z.coerce.number().int().min(1).max(2_147_483_647) }),
})

/** A device that is bound to the caller. */
const OwnBinding = z.object({
  lesiId: z.string(),
  name: z.string(),
  relation: Relation,
  access: ContractState,
  /** Null: the contract does not count now, or nothing was ever received. */
  status: DeviceStatus.nullable(),
  /** ms UTC */
  lastUpdate: z.number().nullable(),
  contractStart: z.string().nullable(),
  contractEnd: z.string().nullable(),
  /** Sub-users who lose the device when this binding ends: of its last parent account, all. */
  subUsers: z.int(),
})

export const listOwnBindings = defineRoute({
  method: 'POST',
  path: '/api/scada/cognito-account',
  summary: 'The bindings of the caller, with status, last update and contract',
  gate: warRoomGate,
  changesNothing: true,
  reply: wholeListOf(OwnBinding),
})

export const unbindOwn = defineRoute({
  method: 'POST',
  path: '/api/scada/cognito-account/unbind',
  summary: 'Ends the binding of the caller to a device; 409 while sub-users are not agreed to go',
  // A second time there is no such device for the caller: what was done would be said to fail.
  isMadeOnce: true,
  gate: deviceInformationGate,
  body: z.object({
    thing: LesiId,
    /** Agrees that the sub-users of the last parent account lose the device too. */
    subUsers: z.boolean().default(false),
  }),
})
