import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

// Browsers in which people are notified (features/notifications) are tied to sessions: deleting a
// session deletes them. What follows is for those whose session has only run out.

/** Browsers of sessions that run out stay: nobody has signed out there. */
export async function releaseBrowsers(
  transaction: Kysely<DB>,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return
  await transaction
    .updateTable('push_browsers')
    .set({ session_id: null })
    .where('session_id', '=', query<string>`any(${[...sessionIds]}::uuid[])`)
    .execute()
}

/** Where all other sessions of a person end, browsers whose session has run out end too. */
export async function deleteReleasedBrowsers(
  transaction: Kysely<DB>,
  userId: number,
): Promise<void> {
  await transaction
    .deleteFrom('push_browsers')
    .where('user_id', '=', userId)
    .where('session_id', 'is', null)
    .execute()
}
