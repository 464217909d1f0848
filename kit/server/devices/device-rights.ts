import { isAdministrator, passesGate, type Rights } from '#kit/model/gate.ts'
import type { ContractState, Relation } from '#kit/model/device.ts'
import { scadaGate } from '#kit/model/permission.ts'

/** The caller's own tie to a device. */
interface OwnBinding {
  readonly relation: Relation
  readonly state: ContractState
}

/**
 * Devices are configured by administrators, and by the parent accounts among those who work at the
 * engineer's bench, for the days of their contract.
 */
export function mayConfigure(caller: Rights, binding: OwnBinding | undefined): boolean {
  if (isAdministrator(caller)) return true
  return passesGate(scadaGate, caller) && binding?.relation === 'admin' && binding.state === 'open'
}
