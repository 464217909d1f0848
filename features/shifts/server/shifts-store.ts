import { sql as query, type Kysely, type Transaction } from 'kysely'
import type { Shift } from '#kit/model/time/shifts.ts'
import type { DB } from '#kit/server/postgres-schema.ts'

/** The shifts of the site, by when they begin. */
export function readShifts(sql: Kysely<DB>): Promise<Shift[]> {
  return sql.selectFrom('shifts').select(['name', 'start']).orderBy('start').execute()
}

/** Only one change at a time: of two at once neither would remove what the other adds. */
export async function lockShifts(transaction: Transaction<DB>): Promise<void> {
  await query`lock table shifts in share row exclusive mode`.execute(transaction)
}

/** The same shifts and no others. */
export async function writeShifts(
  transaction: Transaction<DB>,
  shifts: readonly Shift[],
): Promise<void> {
  await transaction.deleteFrom('shifts').execute()
  if (shifts.length > 0)
    await transaction
      .insertInto('shifts')
      .values(shifts.map(({ name, start }) => ({ name, start })))
      .execute()
}
