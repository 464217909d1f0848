import { gatesOfRoles } from '#kit/model/permission.ts'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'

/**
 * Who may manage whom, as sentences. Their point: whoever may manage people or roles can never come
 * to more rights that way, neither by giving them to themselves, nor by taking over or making an
 * account that has them.
 */

/** A role with what it may do. */
export interface RoleRights {
  readonly name: string
  readonly permissions: readonly string[]
}

/** A person with everything they were given. */
export interface PersonRights {
  readonly id: number
  readonly roles: readonly RoleRights[]
  readonly permissions: readonly string[]
}

/** Whether a role of this name passes a gate whatever permissions it has. */
const opens = ({ roles }: { readonly roles: readonly string[] }, name: string) =>
  roles.includes(name)

/** Nobody gives a permission that they do not have. Administrators have all. */
export function mayGivePermission(caller: Caller, permission: string): boolean {
  return isAdministrator(caller) || caller.permissions.includes(permission)
}

/**
 * Only administrators make administrators. Others give a role that they hold, or one that may do
 * nothing which they may not do: none of its permissions is foreign to them, and every gate that
 * its name alone opens is open to them.
 */
export function mayGiveRole(caller: Caller, role: RoleRights): boolean {
  if (isAdministrator(caller)) return true
  if (role.name === 'admin') return false
  if (caller.roles.includes(role.name)) return true
  return (
    role.permissions.every((name) => mayGivePermission(caller, name)) &&
    gatesOfRoles.every((gate) => !opens(gate, role.name) || passesGate(gate, caller))
  )
}

/**
 * Nobody manages a person who has a right that they could not give: a new e-mail address or a reset
 * link would make it theirs.
 */
export function mayManage(caller: Caller, person: PersonRights): boolean {
  return (
    person.roles.every((role) => mayGiveRole(caller, role)) &&
    person.permissions.every((name) => mayGivePermission(caller, name))
  )
}

/**
 * Nobody gives themselves a new password or takes their own second factor off this way: in the
 * profile both take the password, so that a session that was left open, or stolen, does not become
 * the account.
 */
export function mayReset(caller: Caller, person: PersonRights): boolean {
  return person.id !== caller.userId && mayManage(caller, person)
}

/** Nobody locks themselves out. */
export function mayRevokeAccess(caller: Caller, person: PersonRights): boolean {
  return person.id !== caller.userId && mayManage(caller, person)
}

/**
 * `admin` can do everything, for ever. Others change only roles that may do nothing more than
 * themselves, and only by permissions that they have: a role cannot be used to come to a right, nor
 * to take away one that is above them.
 */
export function mayChangeRole(caller: Caller, role: RoleRights): boolean {
  if (role.name === 'admin') return false
  return (
    isAdministrator(caller) || role.permissions.every((name) => mayGivePermission(caller, name))
  )
}
