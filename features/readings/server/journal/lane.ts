import { setImmediate as nextPoll, setTimeout as delay } from 'node:timers/promises'
import type { Reading } from '#kit/model/reading.ts'
import type { Journal } from '#kit/server/journal/journal.ts'
import type { ReadingScope } from '#kit/server/reading-writer.ts'
import type { PendingSensors } from './pending-sensors.ts'
import { ReadingGroup } from './reading-frames.ts'
import type { StoreFeed } from './store-feed.ts'

interface Dependencies {
  readonly journal: Journal
  readonly pending: PendingSensors
  readonly feed: StoreFeed
  /**
   * Least time from the beginning of one sync to that of the next, ms: under load the groups grow
   * with it.
   */
  readonly syncIntervalMs: number
  readonly clock: () => number
  /**
   * A group of so many bytes waits no longer: so many readings that were taken until `takenAt` are
   * on disk, 0 when the disk failed.
   */
  readonly onSynced: (readings: number, bytes: number, takenAt: number) => void
  /** A group could not be synced; the error is what its senders get. */
  readonly asFailure: (error: unknown) => Error
}

/**
 * One journal and its way to the store. Group commit: what comes while one group is synced makes
 * the next one.
 */
export class Lane {
  readonly #dependencies: Dependencies
  #group: ReadingGroup | null = null
  #syncing: Promise<void> | null = null
  #lastSyncAt = Number.NEGATIVE_INFINITY

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  get failingSince(): number | null {
    return this.#dependencies.feed.failingSince
  }

  get journalBytes(): number {
    return this.#dependencies.journal.waitingBytes
  }

  get damagedBytes(): number {
    return this.#dependencies.journal.damagedBytes
  }

  /** Takes a reading into the next group. */
  add(reading: Reading, line: string, isNew: boolean): ReadingGroup {
    const group = (this.#group ??= new ReadingGroup())
    group.add(reading, line, isNew)
    this.#syncing ??= this.#syncAll()
    return group
  }

  /** Resolves when what was acknowledged of this scope is in the store. */
  async flush(scope: ReadingScope): Promise<void> {
    if (this.#dependencies.pending.concerns(scope)) await this.#dependencies.feed.flush()
  }

  /** Syncs what was taken. */
  async finishSync(): Promise<void> {
    while (this.#syncing) await this.#syncing
  }

  async close(): Promise<void> {
    await this.finishSync()
    await this.#dependencies.feed.close()
    await this.#dependencies.journal.close()
  }

  async #syncAll(): Promise<void> {
    while ((await this.#pause(), this.#group)) {
      const group = this.#group
      this.#group = null
      this.#lastSyncAt = performance.now()
      await this.#sync(group)
    }
    this.#syncing = null
  }

  /**
   * Until the messages that have arrived already are in the group, and the former sync is long
   * enough ago.
   */
  async #pause(): Promise<void> {
    const wait = this.#lastSyncAt + this.#dependencies.syncIntervalMs - performance.now()
    if (wait > 0) await delay(wait)
    else await nextPoll()
  }

  async #sync(group: ReadingGroup): Promise<void> {
    const { journal, pending, feed, clock, onSynced, asFailure } = this.#dependencies
    const takenAt = clock()
    try {
      await journal.append(group.frames())
      pending.add(group.sensors, group.oldest)
      feed.notify()
      onSynced(group.count, group.length, takenAt)
      group.resolve()
    } catch (error) {
      onSynced(0, group.length, takenAt)
      group.reject(asFailure(error))
    }
  }
}
