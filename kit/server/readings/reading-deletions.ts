import type { Transaction } from 'kysely'
import type { DB } from '../postgres-schema.ts'

/** Sensors that are removed while readings of them are stored. */
export interface RemovedSensors {
  readonly lesiId: string
  readonly deviceName: string
  /** Null: all sensors of a device. */
  readonly sensor: { readonly key: string; readonly name: string } | null
  readonly sensorIds: readonly number[]
  /** Null: nobody signed in. */
  readonly removedBy: number | null
}

/** What becomes of stored readings. */
export type StoredReadingsChoice = 'keep' | 'delete'

/**
 * Notes, in the transaction that removes the sensors, what becomes of their stored readings. Those
 * to be deleted are deleted for good after it, also after a crash.
 */
export type RecordRemovedSensors = (
  transaction: Transaction<DB>,
  removed: RemovedSensors,
  choice: StoredReadingsChoice,
) => Promise<void>
