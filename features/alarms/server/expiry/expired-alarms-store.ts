import { sql as query, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/**
 * Removes the oldest alarms that ended before `before`, with what happened to them, `maximum` at
 * most; their ids.
 */
export async function removeEnded(
  transaction: Transaction<DB>,
  before: Date,
  maximum: number,
): Promise<readonly number[]> {
  // Whatever ended before came before: the index is that of when they came.
  const { rows } = await query<{ id: string }>`
    delete from alarms where id in (
      select id from alarms where raised_at < ${before} and ended_at < ${before}
      order by raised_at limit ${maximum}
    ) returning id`.execute(transaction)
  return rows.map(({ id }) => Number(id))
}
