import type { Transaction } from 'kysely'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import type { Sql } from '#kit/server/postgres/sql.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { addPending, clearPending, readPending, subtractPending } from './pending-removals-store.ts'
import { noneRemoved, type Removed } from './remove-expired.ts'
import {
  expiring,
  readCondition,
  readExpiredMonths,
  type Expiring,
} from './sensor-cutoffs-store.ts'

/**
 * How many rows have expired and were removed, also by runs that were killed: what is about to be
 * removed is written down before.
 */
export class CountedRemovals {
  readonly #sql: Sql
  readonly #telemetry: Telemetry

  constructor(sql: Sql, telemetry: Telemetry) {
    this.#sql = sql
    this.#telemetry = telemetry
  }

  /**
   * Subtracts what a run that did not end has left. To be called while nothing is being removed,
   * and before anything else expires: then what is left are rows of that run.
   */
  async settle(): Promise<void> {
    const pending = await readPending(this.#sql)
    for (const each of expiring) {
      const months = pending.filter(({ table }) => table === each.table)
      if (months.length === 0) continue
      const condition = await readCondition(this.#telemetry, each)
      const left = condition ? await readExpiredMonths(this.#telemetry, each.table, condition) : []
      for (const { table, month } of months) {
        const remaining = left.find(({ partition }) => Number(partition) === month)?.expired ?? 0
        await subtractPending(this.#sql, { table, month }, remaining)
      }
    }
  }

  /** These rows of a month are going to be removed. */
  async begin(table: Expiring['table'], month: string, rows: number): Promise<void> {
    await addPending(this.#sql, { table, month: Number(month) }, rows)
  }

  /** What was removed since the last call of this, within the transaction that records it. */
  async take(transaction: Transaction<DB>): Promise<Removed> {
    const removed = noneRemoved()
    for (const { table, rows } of await readPending(transaction)) removed[table] += rows
    await clearPending(transaction)
    return removed
  }
}
