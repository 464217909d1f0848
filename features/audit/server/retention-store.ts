import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'

/** What one batch of retention removed; null when nothing was old enough. */
export interface RemovedEntries {
  readonly count: number
  /** Time of the newest that was removed, ms UTC. */
  readonly until: number
  /** Place and hash of the last link that was removed: the chain goes on from there. */
  readonly position: number
  readonly hash: Buffer
}

/**
 * Removes the oldest entries of the chain whose time is before `before`, with their links, at most
 * `limit`, and moves the checkpoint. An entry that is not old enough holds back those after it, so
 * that the chain stays whole. `record` adds to the same transaction.
 */
export async function removeOldest(
  sql: Kysely<DB>,
  before: Date,
  limit: number,
  record: (transaction: Transaction<DB>, removed: RemovedEntries) => Promise<void>,
): Promise<RemovedEntries | null> {
  return sql.transaction().execute(async (transaction) => {
    await query`select set_config('warroom.audit_retention', 'on', true)`.execute(transaction)
    await query`select from audit_checkpoint for update`.execute(transaction)
    const oldest = await transaction
      .selectFrom('audit_chain')
      .innerJoin('audit_entries', 'audit_entries.id', 'audit_chain.entry_id')
      .select(['position', 'hash', 'time', 'audit_entries.id'])
      .orderBy('position')
      .limit(limit)
      .execute()
    const tooNew = oldest.findIndex(({ time }) => time >= before)
    const old = tooNew === -1 ? oldest : oldest.slice(0, tooNew)
    const last = old.at(-1)
    if (!last) return null
    await transaction
      .deleteFrom('audit_entries')
      .where(query<boolean>`id = any(${old.map(({ id }) => id)})`)
      .execute()
    await transaction.deleteFrom('audit_chain').where('position', '<=', last.position).execute()
    await transaction
      .updateTable('audit_checkpoint')
      .set({ position: last.position, hash: last.hash })
      .execute()
    const until = Math.max(...old.map(({ time }) => time.getTime()))
    const removed = { count: old.length, until, position: Number(last.position), hash: last.hash }
    await record(transaction, removed)
    return removed
  })
}
