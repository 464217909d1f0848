import type { Gate } from './permission.ts'

/** What decides which gates a signed-in person may pass: the rights of the active role. */
export interface Rights {
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/** Whether these rights include the role that may do everything. */
export function isAdministrator({ roles }: Pick<Rights, 'roles'>): boolean {
  return roles.includes('admin')
}

/**
 * Whether the person may pass the gate; `null` is nobody signed in. `public` lets everybody pass,
 * `signed-in` every person, `device` no person: its token is checked by whoever serves it. `admin`
 * passes every other gate, others by one matching role or permission.
 */
export function passesGate(gate: Gate, person: Rights | null): boolean {
  if (gate === 'public') return true
  if (gate === 'device' || person === null) return false
  if (gate === 'signed-in' || isAdministrator(person)) return true
  const roles: readonly string[] = gate.roles ?? []
  const permissions: readonly string[] = gate.permissions ?? []
  return (
    person.roles.some((role) => roles.includes(role)) ||
    person.permissions.some((name) => permissions.includes(name))
  )
}
