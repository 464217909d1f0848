import type { Gate } from '#kit/model/permission.ts'

/** The signed-in person behind a request, with the rights of the session's active role. */
export interface Caller {
  readonly userId: number
  readonly sessionId: string
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/** Whether the caller's active role is the one that may do everything. */
export function isAdministrator(caller: Caller): boolean {
  return caller.roles.includes('admin')
}

/**
 * Whether the caller may pass the gate. `public` and `device` gates do not ask for a session and
 * let anybody through.
 */
export function passesGate(gate: Gate, caller: Caller | null): boolean {
  if (gate === 'public' || gate === 'device') return true
  if (!caller) return false
  if (gate === 'signed-in' || isAdministrator(caller)) return true
  const roles: readonly string[] = gate.roles ?? []
  const permissions: readonly string[] = gate.permissions ?? []
  return (
    caller.roles.some((role) => roles.includes(role)) ||
    caller.permissions.some((name) => permissions.includes(name))
  )
}
