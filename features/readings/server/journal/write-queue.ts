import { setImmediate as nextPoll, setTimeout as delay } from 'node:timers/promises'
import type { AppError } from '#kit/model/calls/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { JournalDamage } from '#kit/server/journal/damage.ts'
import type { Journal } from '#kit/server/journal/journal.ts'
import type { ReadingScope } from '#kit/server/readings/reading-writer.ts'
import type { PendingSensors } from './pending-sensors.ts'
import { ReadingGroup, type FrameSizes } from './reading-frames.ts'
import type { StoreFeed } from './store-feed.ts'
import type { WriteFailures } from './write-failures.ts'

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
  /** So many readings that were taken until `takenAt` are on disk. */
  readonly onSynced: (readings: number, takenAt: number) => void
  /** What of the syncs failed. */
  readonly failures: WriteFailures
}

/**
 * One journal and its way to the store. Group commit: what comes while one group is synced makes
 * the next one.
 */
export class WriteQueue {
  readonly #dependencies: Dependencies
  #group: ReadingGroup | null = null
  #syncingGroup: ReadingGroup | null = null
  #frameSizes: FrameSizes = new Map()
  #syncingBytes = 0
  #syncing: Promise<void> | null = null
  #isSyncing = false
  #lastSyncAt = Number.NEGATIVE_INFINITY

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  get failingSince(): number | null {
    return this.#dependencies.feed.failingSince
  }

  /** Why readings could not be written lately; null: they could. */
  get writeFailure(): string | null {
    return this.#dependencies.failures.reason
  }

  get journalBytes(): number {
    return this.#dependencies.journal.waitingBytes
  }

  get damage(): JournalDamage {
    return this.#dependencies.journal.damage
  }

  /** For how long the disk has owed an answer to the present write, ms; 0: it owes none. */
  get silentForMs(): number {
    return this.#isSyncing ? performance.now() - this.#lastSyncAt : 0
  }

  /** Why nothing would be written now; null: it is tried. */
  get refusal(): AppError | null {
    return this.#dependencies.failures.refusal
  }

  /** Bytes of readings that wait for the disk. */
  get unsyncedBytes(): number {
    return this.#syncingBytes + (this.#group?.length ?? 0)
  }

  /** Takes a reading into the next group. */
  add(reading: Reading, isNew: boolean): ReadingGroup {
    const group = (this.#group ??= new ReadingGroup(this.#frameSizes))
    group.add(reading, isNew)
    this.#syncing ??= this.#syncAll()
    return group
  }

  /** Resolves when what was acknowledged of this scope is in the store, or `signal` is aborted. */
  async flush(scope: ReadingScope, signal?: AbortSignal): Promise<void> {
    if (this.#dependencies.pending.matches(scope)) await this.#dependencies.feed.flush(signal)
  }

  /** Resolves when what was taken by now is in the store, or did not reach the disk. */
  async arrived(): Promise<void> {
    await this.settled()
    await this.flush({})
  }

  /** What is taken from now on waits on its way to the store until `others` resolves. */
  follow(others: Promise<void>): void {
    this.#dependencies.feed.planAfter(others)
  }

  /** Resolves when what was taken by now is on disk or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#syncingGroup?.done, this.#group?.done])
  }

  /** The same; what is taken later lies in another file. */
  async beginFile(): Promise<void> {
    await this.settled()
    await this.#dependencies.journal.beginFile()
  }

  /** Carries out `work` while nothing is on its way from the journal to the store. */
  exclusively<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.#dependencies.feed.exclusively(signal, work)
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
      this.#syncingGroup = group
      this.#syncingBytes = group.length
      this.#lastSyncAt = performance.now()
      this.#isSyncing = true
      await this.#sync(group)
      this.#isSyncing = false
      this.#frameSizes = group.sizes()
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
    const { journal, pending, feed, clock, onSynced, failures } = this.#dependencies
    const takenAt = clock()
    try {
      await journal.append(group.frames())
      pending.add(group.sensors, group.oldest)
      feed.notify()
      this.#syncingBytes = 0
      failures.end()
      onSynced(group.count, takenAt)
      group.resolve()
    } catch (error) {
      this.#syncingBytes = 0
      group.reject(failures.add(error))
    }
  }
}
