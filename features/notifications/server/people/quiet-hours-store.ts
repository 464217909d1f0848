import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { OwnQuietHours } from '../../contract/own-notices.ts'

type Sql = Kysely<DB> | Transaction<DB>

/** Hours in which these people are not notified; who has none is missing. */
export async function readQuietHours(
  sql: Sql,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, OwnQuietHours>> {
  if (userIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('notification_quiet_hours')
    .selectAll()
    .where('user_id', '=', query<number>`any(${[...userIds]}::integer[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        quiet: { from: row.quiet_from, to: row.quiet_to },
        isUrgentAllowed: row.is_urgent_allowed,
      },
    ]),
  )
}

export async function writeQuietHours(
  transaction: Transaction<DB>,
  userId: number,
  { quiet, isUrgentAllowed }: OwnQuietHours,
): Promise<void> {
  if (quiet === null) {
    await transaction.deleteFrom('notification_quiet_hours').where('user_id', '=', userId).execute()
    return
  }
  const values = { quiet_from: quiet.from, quiet_to: quiet.to, is_urgent_allowed: isUrgentAllowed }
  await transaction
    .insertInto('notification_quiet_hours')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
