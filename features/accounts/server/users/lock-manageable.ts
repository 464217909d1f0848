import type { Transaction } from 'kysely'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { mayManage } from '../roles/management-policy.ts'
import { readRoles, rightsOf } from '../roles/rights.ts'
import { holdRoles } from '../roles/roles-store.ts'
import { presentCaller, type Passage } from '../sessions/present-caller.ts'
import { holdUser, lockUser, readUser, type UserRow } from './users-store.ts'

export interface Managed {
  readonly user: UserRow
  /** Who manages them, with the rights of this moment. */
  readonly caller: Caller
}

/**
 * The user, whom nobody else changes until the transaction ends, nor what their roles may do, and
 * the caller, who may manage them. 404 when there is none, 403 when the caller may not manage them,
 * 401 and 403 as `presentCaller`.
 */
export async function lockManageable(
  transaction: Transaction<DB>,
  id: number,
  asking: Caller,
  passage: Passage,
): Promise<Managed> {
  // In the order of ids: two who manage each other do not wait for each other.
  if (asking.userId < id) await holdUser(transaction, asking.userId)
  await lockUser(transaction, id)
  const caller = await presentCaller(transaction, asking, passage)
  const user = await readUser(transaction, id)
  if (!user) throw new AppError('not_found', 'There is no such account')
  await holdRoles(transaction, user.roles)
  if (!mayManage(caller, rightsOf(user, await readRoles(transaction)))) {
    throw new AppError('forbidden', 'This person has rights that you do not have')
  }
  return { user, caller }
}
