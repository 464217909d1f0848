import type { Gate } from '#kit/model/permission.ts'

/** The part of a signed-in person that decides what they may open. */
export interface Holder {
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/**
 * Whether a screen behind `gate` is offered to this person: `admin` passes every gate, others by
 * one matching role or permission. This only decides what is shown; the server decides again on
 * every call.
 */
export function passesGate(holder: Holder, gate: Gate): boolean {
  if (typeof gate === 'string') return gate !== 'device'
  if (holder.roles.includes('admin')) return true
  const { roles = [], permissions = [] } = gate
  if (roles.length === 0 && permissions.length === 0) return true
  return (
    roles.some((role) => holder.roles.includes(role)) ||
    permissions.some((name) => holder.permissions.includes(name))
  )
}
