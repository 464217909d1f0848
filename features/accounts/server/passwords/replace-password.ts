import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { writePasswordHash } from './credentials-store.ts'
import { deletePasswordLink } from './password-links-store.ts'

/**
 * Replaces a password; null: the user has none. Everything that the old password allowed ends:
 * links, half-done sign-ins, and the sessions but `exceptSession`. Returns the ids of these
 * sessions.
 */
export async function replacePassword(
  transaction: Kysely<DB>,
  userId: number,
  passwordHash: string | null,
  exceptSession: string | null = null,
): Promise<readonly string[]> {
  await writePasswordHash(transaction, userId, passwordHash)
  await deletePasswordLink(transaction, userId)
  return endSessions(transaction, userId, exceptSession)
}
