import type { Reading } from '#kit/model/reading.ts'

/** The way of readings to the disk. */
export interface ReadingWriter {
  /**
   * Resolves when every reading is on disk, in the rollups too; readings that were stored before are stored once. Rejects with
   * `store_unavailable` when they could not be stored or too many are waiting: the sender must keep them.
   */
  write(readings: readonly Reading[]): Promise<void>
  /** Whether a further message would be taken now. */
  hasRoom(): boolean
  /** Stores what was taken and takes nothing more. */
  close(): Promise<void>
}
