import type { Kysely, Transaction } from 'kysely'
import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { RoleDetail } from '../../contract/roles.ts'
import { mayChangeRole, mayGiveRole } from './management-policy.ts'
import { readRoleRow, type RoleRow } from './roles-store.ts'

/** A role with what the caller may do with it. */
export function describeRole(role: RoleRow, caller: Caller): RoleDetail {
  const change = mayChangeRole(caller, role)
  const abilities = {
    rename: change && !role.builtIn,
    setPermissions: change,
    remove: change && !role.builtIn && role.members === 0,
    assign: mayGiveRole(caller, role),
  }
  return { ...role, abilities }
}

/** What an entry of the audit is about: a role. */
export const aboutRole = (name: string) =>
  ({ entity: 'role', entityId: name, entityName: name }) as const
export const nameTaken = () => refusedField('name', fieldError('role_name_taken'))

/** 404 when there is none. */
export async function roleNamed(sql: Kysely<DB>, name: string): Promise<RoleRow> {
  const role = await readRoleRow(sql, name)
  if (!role) throw new AppError('not_found', 'There is no such role')
  return role
}

/**
 * The role, which the caller may change; 404 when there is none, 403 when it is above the caller,
 * 409 for `admin`.
 */
export async function changeableRole(
  transaction: Transaction<DB>,
  name: string,
  caller: Caller,
): Promise<RoleRow> {
  const role = await roleNamed(transaction, name)
  if (name === 'admin')
    throw new AppError('conflict', 'The role admin may do everything and is never changed')
  if (!mayChangeRole(caller, role))
    throw new AppError('forbidden', 'This role may do more than you')
  return role
}
