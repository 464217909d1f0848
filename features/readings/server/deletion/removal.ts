import { setTimeout as delay } from 'node:timers/promises'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import {
  beginRemoval,
  countReplacedParts,
  countRows,
  engineSeconds,
  cancelFailedRemovals,
  removalsInProgress,
  removeReplacedParts,
  tablesOfSensors,
} from './stored-rows-store.ts'

/** How often the engine is asked how far it has come, ms: at first, and at most. */
const minimumPauseMs = 50
const rowsPauseMs = 2_000
const filesPauseMs = 10_000

/**
 * Removes everything of these sensors from every table; resolves when the engine has been asked
 * and answers that there is nothing of them. Rejects with the engine's reason, or when `signal` is
 * aborted.
 */
export async function removeRows(
  telemetry: Telemetry,
  sensors: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (const table of tablesOfSensors) {
    if ((await countRows(telemetry, table, sensors)) === 0) continue
    await beginRemoval(telemetry, table, sensors)
    await until(signal, rowsPauseMs, async () => {
      const { count, failure } = await removalsInProgress(telemetry, table)
      if (failure !== '') {
        await cancelFailedRemovals(telemetry, table)
        throw new Error(failure)
      }
      return count === 0
    })
  }
  for (const table of tablesOfSensors) {
    const left = await countRows(telemetry, table, sensors)
    if (left > 0) throw new Error(`${table} still has ${left} rows`)
  }
}

/** Resolves when the files of what was replaced until now are gone from the disk. */
export async function removeFiles(telemetry: Telemetry, signal: AbortSignal): Promise<void> {
  const now = await engineSeconds(telemetry)
  await until(signal, filesPauseMs, async () => {
    if ((await countReplacedParts(telemetry, now)) === 0) return true
    await removeReplacedParts(telemetry)
    return (await countReplacedParts(telemetry, now)) === 0
  })
}

async function until(
  signal: AbortSignal,
  maximumPauseMs: number,
  isSo: () => Promise<boolean>,
): Promise<void> {
  for (let pause = minimumPauseMs; !(await isSo()); pause = Math.min(pause * 2, maximumPauseMs))
    await delay(pause, undefined, { signal })
}
