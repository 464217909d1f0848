import type { Reading } from '#kit/model/reading.ts'
import type { AppError } from '#kit/model/calls/errors.ts'
import type { JournalDamage } from '../journal/damage.ts'

/** Which readings a query is about. */
export interface ReadingScope {
  /** Ids of the sensors; all of them when absent. */
  readonly sensorIds?: Iterable<number>
  /** End of the time range (ms UTC, exclusive); without one the query is of the present. */
  readonly to?: number
}

/** What waits on its way to the telemetry store. */
export interface WriterStatus {
  /** Bytes in the journal that the store does not have yet. */
  readonly journalBytes: number
  /** What of the journal cannot be read: readings in it are lost. */
  readonly damage: JournalDamage
  /** For how long the store has been failing, ms; null while it works. */
  readonly storeFailingForMs: number | null
  /** Why readings could not be written to the journal lately; null: they could. */
  readonly writeFailure: string | null
  /** For how long the disk has owed an answer to what is being written, ms. */
  readonly diskSilentForMs: number
  readonly hasDiskSpace: boolean
}

/** The way of readings to the disk. */
export interface ReadingWriter {
  /**
   * Resolves when every reading is on disk, in the journal at least; readings that were stored
   * before are stored once. Rejects with `store_unavailable` when that is not certain or too many
   * bytes are waiting: the sender must send them again.
   */
  write(readings: readonly Reading[]): Promise<void>
  /** Why a further message would not be taken now: `store_unavailable`. Null: it would be. */
  refusal(): AppError | null
  /**
   * Resolves when all acknowledged readings of this scope can be found in the telemetry store, in
   * the rollups too: at once when none are on their way there. Rejects with `store_unavailable`
   * when they do not arrive within some seconds.
   */
  flush(scope?: ReadingScope): Promise<void>
  /** Resolves when what was taken until now is acknowledged, or refused. */
  settled(): Promise<void>
  readonly status: WriterStatus
  /**
   * Takes nothing more. What was acknowledged is on disk, and in the telemetry store if that
   * answers in time.
   */
  close(): Promise<void>
}
