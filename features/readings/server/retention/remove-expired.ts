import { setTimeout as delay } from 'node:timers/promises'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { cancelFailedRemovals, removalsInProgress } from '../deletion/stored-rows-store.ts'
import {
  beginExpiry,
  dropMonth,
  expiring,
  cancelExpiry,
  readCondition,
  readExpiredMonths,
  type Expiring,
} from './sensor-cutoffs-store.ts'

/** Rows that were removed, by table. */
export type Removed = Record<Expiring['table'], number>

export const noneRemoved = (): Removed => ({
  ...{ numeric_readings: 0, text_readings: 0 },
  ...{ numeric_rollup_minute: 0, numeric_rollup_hour: 0, numeric_value_counts: 0 },
})

/** Is notified before expired rows of a month are removed, and waited for. */
export type BeforeRemoval = (table: Expiring['table'], month: string, rows: number) => Promise<void>

interface Removal {
  readonly signal: AbortSignal
  /** Nothing of before, ms UTC, comes into the store meanwhile. */
  readonly heldBefore: number
  readonly before: BeforeRemoval
}

const pauseMs = { minimum: 50, maximum: 2_000 }

/**
 * Removes what has expired from every table, while nothing old is on its way there. A month of
 * which nothing is kept, and into which nothing comes, goes whole; others are written again without
 * what has expired. Rejects with the engine's reason, or when `signal` is aborted: then nothing
 * goes on by itself.
 */
export async function removeExpired(telemetry: Telemetry, removal: Removal): Promise<void> {
  try {
    for (const each of expiring) await removeFrom(telemetry, each, removal)
  } catch (error) {
    await cancelExpiry(telemetry).catch(() => undefined)
    throw error
  }
}

async function removeFrom(
  telemetry: Telemetry,
  each: Expiring,
  { signal, heldBefore, before }: Removal,
): Promise<void> {
  const { table } = each
  const condition = await readCondition(telemetry, each)
  if (!condition) return
  for (const month of await readExpiredMonths(telemetry, table, condition)) {
    signal.throwIfAborted()
    await before(table, month.partition, month.expired)
    // What came since its rows were counted would go with it.
    const isWhole = month.expired === month.rows && endOf(month.partition) <= heldBefore
    if (isWhole) await dropMonth(telemetry, table, month.partition)
    else {
      await beginExpiry(telemetry, table, month.partition, condition.expired)
      await untilDone(telemetry, table, signal)
    }
  }
}

/** Where a month such as 202611 ends, ms UTC. */
function endOf(partition: string): number {
  const month = Number(partition)
  return Date.UTC(Math.floor(month / 100), month % 100)
}

async function untilDone(
  telemetry: Telemetry,
  table: Expiring['table'],
  signal: AbortSignal,
): Promise<void> {
  for (let pause = pauseMs.minimum; ; pause = Math.min(pause * 2, pauseMs.maximum)) {
    const { count, failure } = await removalsInProgress(telemetry, table)
    if (failure !== '') {
      await cancelFailedRemovals(telemetry, table)
      throw new Error(failure)
    }
    if (count === 0) return
    await delay(pause, undefined, { signal })
  }
}
