import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** How long a right password waits for its second factor. */
const ticketMs = 5 * 60_000
/** Codes that may be tried with one ticket. */
const maximumAttempts = 5

export async function insertTicket(
  sql: Kysely<DB>,
  tokenHash: Buffer,
  userId: number,
  now: number,
): Promise<void> {
  await sql
    .insertInto('sign_in_tickets')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: new Date(now + ticketMs) })
    .execute()
}

/**
 * Id of the user who waits behind a ticket that is valid at `now` (ms UTC) and has attempts left;
 * else null.
 */
export async function readTicketUser(
  sql: Kysely<DB>,
  tokenHash: Buffer,
  now: number,
): Promise<number | null> {
  const row = await sql
    .selectFrom('sign_in_tickets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date(now))
    .where('attempts', '<', maximumAttempts)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Counts an attempt with a ticket; false when none is left. */
export async function countAttempt(sql: Kysely<DB>, tokenHash: Buffer): Promise<boolean> {
  const row = await sql
    .updateTable('sign_in_tickets')
    .set((column) => ({ attempts: column('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('attempts', '<', maximumAttempts)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a ticket up; false when somebody was faster. */
export async function takeTicket(sql: Kysely<DB>, tokenHash: Buffer): Promise<boolean> {
  const row = await sql
    .deleteFrom('sign_in_tickets')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes every half-done sign-in of a user void. */
export async function deleteTicketsOf(sql: Kysely<DB>, userId: number): Promise<void> {
  await sql.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute()
}

/** Removes tickets that are over. */
export async function deleteOldTickets(sql: Kysely<DB>, now: number): Promise<void> {
  await sql.deleteFrom('sign_in_tickets').where('expires_at', '<=', new Date(now)).execute()
}
