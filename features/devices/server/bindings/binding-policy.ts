import type { Relation } from '#kit/model/device.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { BoundDays } from '../devices-store.ts'

/** Administrators make parent accounts and sub-users, a parent account makes sub-users. */
export function relationsToGive(caller: Caller): Relation[] {
  return isAdministrator(caller) ? ['admin', 'sub-user'] : ['sub-user']
}

/** A parent account changes and ends the bindings of its sub-users alone. */
export function mayChangeBinding(caller: Caller, relation: Relation): boolean {
  return relationsToGive(caller).includes(relation)
}

/** Nobody gives a device for longer than they have it. */
export function liesWithin(days: BoundDays, own: BoundDays): boolean {
  const startsInside =
    own.contractStart === null ||
    (days.contractStart !== null && days.contractStart >= own.contractStart)
  const endsInside =
    own.contractEnd === null || (days.contractEnd !== null && days.contractEnd <= own.contractEnd)
  return startsInside && endsInside
}
