import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { deleteTicketsOf } from '../sign-in/sign-in-tickets-store.ts'
import { deleteReleasedBrowsers } from './notified-browsers-store.ts'
import { deleteSessionsOf } from './user-sessions-store.ts'

/**
 * Ends every session of a user but `except`, the sign-ins that are half done, as each of them would
 * become a session, and notifications in browsers whose session has run out. The ids of the
 * sessions that ended.
 */
export async function endSessions(
  transaction: Kysely<DB>,
  userId: number,
  except: string | null = null,
): Promise<readonly string[]> {
  await deleteTicketsOf(transaction, userId)
  await deleteReleasedBrowsers(transaction, userId)
  return deleteSessionsOf(transaction, userId, except)
}
