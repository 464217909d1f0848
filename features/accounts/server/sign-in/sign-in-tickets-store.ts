import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** How long a right password waits for its second factor. */
const ticketMs = 5 * 60_000
/** Codes that may be tried with one ticket. */
const mostTries = 5

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

export interface TicketOwner {
  readonly id: number
  readonly email: string
}

/**
 * Who waits behind a ticket that is valid at `now` (ms UTC) and has tries left; null otherwise, and
 * for a disabled person.
 */
export async function readTicketOwner(
  sql: Kysely<DB>,
  tokenHash: Buffer,
  now: number,
): Promise<TicketOwner | null> {
  const row = await sql
    .selectFrom('sign_in_tickets')
    .innerJoin('users', 'users.id', 'sign_in_tickets.user_id')
    .select(['users.id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date(now))
    .where('tries', '<', mostTries)
    .where('disabled', '=', false)
    .executeTakeFirst()
  return row ?? null
}

export async function countTry(sql: Kysely<DB>, tokenHash: Buffer): Promise<void> {
  await sql
    .updateTable('sign_in_tickets')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .execute()
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

/** Removes tickets that are over. */
export async function deleteOldTickets(sql: Kysely<DB>, now: number): Promise<void> {
  await sql.deleteFrom('sign_in_tickets').where('expires_at', '<=', new Date(now)).execute()
}
