import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** When these sensors were made, ms UTC, by their ids; those that are gone are missing. */
export async function readTimesOfCreation(
  sql: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql
    .selectFrom('sensors')
    .select(['id', 'created_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, created_at: at }) => [id, at.getTime()]))
}
