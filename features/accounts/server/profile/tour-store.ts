import { sql as query, type Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** Whether a person has neither seen nor skipped the tour of the application so far. */
export async function isTourPending(sql: Kysely<DB>, userId: number): Promise<boolean> {
  const row = await sql
    .selectFrom('users')
    .select('tour_ended_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.tour_ended_at === null
}

/** Notes that the tour need not begin by itself again; the first time stays. */
export async function storeTourEnd(sql: Kysely<DB>, userId: number): Promise<void> {
  await sql
    .updateTable('users')
    .set({ tour_ended_at: query`now()` })
    .where('id', '=', userId)
    .where('tour_ended_at', 'is', null)
    .execute()
}
