import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { deleteTicketsOf } from '../sign-in/sign-in-tickets-store.ts'
import { deleteSessionsOf } from './user-sessions-store.ts'

/**
 * Ends every session of a user but `except`, and the sign-ins that are half done: each of them
 * would become a session. The ids of the sessions that ended.
 */
export async function endSessions(
  transaction: Kysely<DB>,
  userId: number,
  except: string | null = null,
): Promise<readonly string[]> {
  await deleteTicketsOf(transaction, userId)
  return deleteSessionsOf(transaction, userId, except)
}
