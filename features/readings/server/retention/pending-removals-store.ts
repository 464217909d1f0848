import type { Kysely } from 'kysely'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Expiring } from './sensor-cutoffs-store.ts'

/** A month of a table of which rows are being removed. */
export interface PendingMonth {
  readonly table: Expiring['table']
  /** Such as 202611. */
  readonly month: number
}

export async function addPending(
  sql: Kysely<DB>,
  { table, month }: PendingMonth,
  rows: number,
): Promise<void> {
  await sql
    .insertInto('retention_removals')
    .values({ table_name: table, month, rows })
    .onConflict((conflict) =>
      conflict.columns(['table_name', 'month']).doUpdateSet((expression) => ({
        rows: expression('retention_removals.rows', '+', expression.ref('excluded.rows')),
      })),
    )
    .execute()
}

export async function readPending(
  sql: Kysely<DB>,
): Promise<readonly (PendingMonth & { readonly rows: number })[]> {
  const found = await sql
    .selectFrom('retention_removals')
    .select(['table_name', 'month', 'rows'])
    .execute()
  return found.map(({ table_name, month, rows }) => ({
    table: table_name as Expiring['table'],
    ...{ month, rows: Number(rows) },
  }))
}

/** Of what was to be removed, so many rows are there still: they are not counted. */
export async function subtractPending(
  sql: Kysely<DB>,
  { table, month }: PendingMonth,
  remaining: number,
): Promise<void> {
  await sql
    .updateTable('retention_removals')
    .set((expression) => ({
      rows: expression.fn<string>('greatest', [
        expression('rows', '-', String(remaining)),
        expression.lit(0),
      ]),
    }))
    .where('table_name', '=', table)
    .where('month', '=', month)
    .execute()
}

export async function clearPending(sql: Kysely<DB>): Promise<void> {
  await sql.deleteFrom('retention_removals').execute()
}
