import type { Kysely } from 'kysely'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import {
  mayGivePermission,
  mayGiveRole,
  type PersonRights,
  type RoleRights,
} from './management-policy.ts'
import type { AssignedRights } from '../users/user-rights-store.ts'
import { holdRoles, listPermissionNames, listRoleRows } from './roles-store.ts'

/** Every role by name, with what it may do. */
export async function readRoles(sql: Kysely<DB>): Promise<ReadonlyMap<string, RoleRights>> {
  return new Map((await listRoleRows(sql)).map((role) => [role.name, role]))
}

/** A person's rights in the policy's words. A role that vanished meanwhile gives nothing. */
export function rightsOf(
  person: AssignedRights & { readonly id: number },
  roles: ReadonlyMap<string, RoleRights>,
): PersonRights {
  return {
    id: person.id,
    roles: person.roles.flatMap((name) => roles.get(name) ?? []),
    permissions: person.permissions,
  }
}

/**
 * 422 for roles and permissions that do not exist, 403 for those that the caller can not give. In a
 * transaction the roles stay as they are until it ends.
 */
export async function assertMayGive(
  sql: Kysely<DB>,
  caller: Caller,
  { roles, permissions }: AssignedRights,
): Promise<void> {
  await holdRoles(sql, roles)
  const rolesByName = await readRoles(sql)
  for (const name of roles) {
    const role = rolesByName.get(name)
    if (!role) throw refusedField('roles', fieldError('unknown_right', { name }))
    if (!mayGiveRole(caller, role))
      throw refusedField('roles', fieldError('beyond_own_rights', { name }), 'forbidden')
  }
  await assertMayGivePermissions(sql, caller, permissions)
}

/** 422 for permissions that do not exist, 403 for those that the caller can not give. */
export async function assertMayGivePermissions(
  sql: Kysely<DB>,
  caller: Caller,
  permissions: readonly string[],
): Promise<void> {
  const permissionNames = new Set(await listPermissionNames(sql))
  for (const name of permissions) {
    if (!permissionNames.has(name))
      throw refusedField('permissions', fieldError('unknown_right', { name }))
    if (!mayGivePermission(caller, name))
      throw refusedField('permissions', fieldError('beyond_own_rights', { name }), 'forbidden')
  }
}
