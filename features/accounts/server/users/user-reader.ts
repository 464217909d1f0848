import type { Kysely } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import { isAdministrator } from '#kit/model/gate.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { User } from '../../contract/users.ts'
import {
  mayManage,
  mayReset,
  mayRevokeAccess,
  type RoleRights,
} from '../roles/management-policy.ts'
import { readRoles, rightsOf } from '../roles/rights.ts'
import { readUser, type UserRow } from './users-store.ts'

/** A user as the caller sees them. */
export function describeUser(
  row: UserRow,
  caller: Caller,
  roles: ReadonlyMap<string, RoleRights>,
): User {
  const rights = rightsOf(row, roles)
  const manage = mayManage(caller, rights)
  const revoke = mayRevokeAccess(caller, rights)
  return {
    ...row,
    abilities: {
      edit: manage,
      disable: revoke,
      remove: revoke,
      resetPassword: mayReset(caller, rights),
      exportData: isAdministrator(caller),
      erase: revoke && isAdministrator(caller),
    },
  }
}

/** Returns a function that reads one user; 404 when there is none. */
export function userReader(sql: Kysely<DB>) {
  return async (id: number, caller: Caller): Promise<User> => {
    const row = await readUser(sql, id)
    if (!row) throw new AppError('not_found', 'There is no such account')
    return describeUser(row, caller, await readRoles(sql))
  }
}
