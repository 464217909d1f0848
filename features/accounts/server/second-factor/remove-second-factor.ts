import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { deleteTicketsOf } from '../sign-in/sign-in-tickets-store.ts'
import { lockUser } from '../users/users-store.ts'
import { deleteSecondFactor } from './second-factor-store.ts'

/**
 * Switches a user's second factor off, with its recovery codes and the sign-ins that await it.
 * False when none was on.
 */
export async function removeSecondFactor(
  transaction: Kysely<DB>,
  userId: number,
): Promise<boolean> {
  await lockUser(transaction, userId)
  await deleteTicketsOf(transaction, userId)
  return deleteSecondFactor(transaction, userId)
}
