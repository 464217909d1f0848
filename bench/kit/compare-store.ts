import { join } from 'node:path'
import type { Acknowledged } from '../ingest/publisher.ts'
import { runProgram } from './program.ts'

/** How many readings each table speaks of. */
export interface StoreComparison {
  readonly rows: number
  readonly minuteRows: number
  readonly hourRows: number
  /**
   * Buckets of both rollups that differ from the readings in count, total, extremes, first or last.
   */
  readonly differingBuckets: number
  /** Readings that are stored more than once (same sensor, same time). */
  readonly repeated: number
  /** Readings of acknowledged messages that are not stored. */
  readonly lost: number
}

export interface CompareTask {
  readonly dataDirectory: string
  readonly valuesPerMessage: number
  /** Sensors of each device, by LESI ID; only needed to look for what was lost. */
  readonly sensors: Readonly<Record<string, readonly number[]>>
  readonly acknowledged: Acknowledged
}

/** Looks into the store of a server that has been stopped. */
export function compareStore(
  dataDirectory: string,
  expected: Omit<CompareTask, 'dataDirectory'> = {
    valuesPerMessage: 0,
    sensors: {},
    acknowledged: {},
  },
): Promise<StoreComparison> {
  const task: CompareTask = { dataDirectory, ...expected }
  return runProgram<StoreComparison>(join(import.meta.dirname, 'compare-store-program.ts'), task)
}
