import { AppError } from '#kit/model/calls/errors.ts'
import type { Reading } from '#kit/model/reading.ts'
import { mergedDamage } from '#kit/server/journal/damage.ts'
import type { Clock } from '#kit/server/clock.ts'
import { unlessAborted } from '#kit/server/process/unless-aborted.ts'
import type {
  ReadingScope,
  ReadingWriter,
  WriterStatus,
} from '#kit/server/readings/reading-writer.ts'
import type { WriteQueue } from '../journal/write-queue.ts'
import type { ReadingGroup } from '../journal/reading-frames.ts'
import type { StoredRanges } from './stored-ranges.ts'

export interface WriterOptions {
  /** Bytes of readings that may wait for the disk; beyond them nothing is taken. */
  readonly maximumWaitingBytes: number
  /** How long a query of the present waits for what is on its way to the store, ms. */
  readonly flushTimeoutMs: number
  /** How long closing waits for what is on its way to the store, ms. */
  readonly closeTimeoutMs: number
}

export const writerDefaults: WriterOptions = {
  maximumWaitingBytes: 32 * 1024 * 1024,
  flushTimeoutMs: 10_000,
  closeTimeoutMs: 2_000,
}

/** A disk that has not answered for so long may never do so: what comes then is not let wait. */
const silentDiskMs = 10_000

interface Dependencies {
  readonly queues: { readonly fresh: WriteQueue; readonly old: WriteQueue }
  readonly ranges: StoredRanges
  /** Sensors of which nothing is taken any more. */
  readonly withdrawn: Set<number>
  readonly clock: Clock
  /** Whether the disk has room for more. */
  readonly hasDiskSpace: () => boolean
}

/**
 * Readings go to a journal on disk and are acknowledged; from there they go to the store. Readings
 * of past months go by a queue of their own: the store writes and syncs a part for each month, and
 * those of today do not wait for that.
 */
export class JournalWriter implements ReadingWriter {
  readonly #dependencies: Dependencies
  readonly #options: WriterOptions
  /** Readings of an earlier time are old: this month and the one before are fresh. */
  #recentFrom: number
  #isClosing = false
  /** Resolves when all has arrived that went by the other queue before readings changed theirs. */
  #moving: Promise<void> | null = null
  /** Works that wait to be alone, or are. */
  #worksAlone = 0

  constructor(dependencies: Dependencies, options: WriterOptions = writerDefaults) {
    this.#dependencies = dependencies
    this.#options = options
    const today = new Date(dependencies.clock())
    this.#recentFrom = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1)
  }

  /**
   * Readings of more than `days` days ago, less one, count as old from now on, if those of the
   * month before the last do not yet. Nothing changes while the last change is under way.
   */
  keepFresh(days: number): void {
    const now = this.#dependencies.clock()
    const today = new Date(now)
    const lastMonth = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1)
    this.#moveRecent(Math.max(lastMonth, now - (days - 1) * 86_400_000))
  }

  /** One that is sent again finds the first one in the store, if that went by the other queue. */
  #moveRecent(from: number): void {
    const { fresh, old } = this.#dependencies.queues
    const isLater = from > this.#recentFrom
    const [former, next] = isLater ? [fresh, old] : [old, fresh]
    // Whoever is alone holds the old queue first, and then waits for the other one.
    if (this.#moving || from === this.#recentFrom || (!isLater && this.#worksAlone > 0)) return
    this.#recentFrom = from
    this.#moving = former.arrived().then(() => void (this.#moving = null))
    next.follow(this.#moving)
  }

  /**
   * What is older, ms UTC, waits while somebody works `exclusively`; until the end of that work
   * this moment does not go back.
   */
  get heldBefore(): number {
    return this.#recentFrom
  }

  /** No function waits here that would hold the readings until they are on disk. */
  write(readings: readonly Reading[]): Promise<void> {
    if (readings.length === 0) return Promise.resolve()
    const refusal = this.refusal()
    if (refusal) return Promise.reject(refusal)
    const { queues, ranges, withdrawn } = this.#dependencies
    const groups: ReadingGroup[] = []
    for (const reading of readings) {
      if (withdrawn.size > 0 && withdrawn.has(reading.sensorId)) continue
      const queue = reading.time < this.#recentFrom ? queues.old : queues.fresh
      const group = queue.add(reading, ranges.widen(reading.sensorId, reading.time))
      if (!groups.includes(group)) groups.push(group)
    }
    if (groups.length === 1 && groups[0]) return groups[0].done
    return Promise.all(groups.map(({ done }) => done)).then(() => {})
  }

  refusal(): AppError | null {
    const { queues, hasDiskSpace } = this.#dependencies
    if (this.#isClosing) return later('The server is stopping; send them again', 5)
    if (!hasDiskSpace()) return later('The disk of the server is full; send them again later', 30)
    const failed = queues.fresh.refusal ?? queues.old.refusal
    if (failed) return failed
    if (this.#silentForMs() > silentDiskMs)
      return later('The disk of the server does not answer; send them again later', 30)
    const waitingBytes = queues.fresh.unsyncedBytes + queues.old.unsyncedBytes
    return waitingBytes < this.#options.maximumWaitingBytes
      ? null
      : later('Too many readings are waiting; send them again', 5)
  }

  #silentForMs(): number {
    const { fresh, old } = this.#dependencies.queues
    return Math.max(fresh.silentForMs, old.silentForMs)
  }

  async flush(scope: ReadingScope = {}): Promise<void> {
    const sensorIds = scope.sensorIds && [...scope.sensorIds]
    const repeatable = { ...scope, ...(sensorIds ? { sensorIds } : {}) }
    await this.#flushQueues(repeatable, this.#options.flushTimeoutMs)
  }

  async settled(): Promise<void> {
    const { fresh, old } = this.#dependencies.queues
    await Promise.all([fresh.settled(), old.settled()])
  }

  /**
   * Takes nothing more of these sensors, which are removed for good: what comes of them counts as
   * written. Resolves when all that was taken of them is in the store, and in no file of the
   * journal. Rejects as `flush` does.
   */
  async withdraw(sensorIds: readonly number[]): Promise<void> {
    const { queues, ranges, withdrawn } = this.#dependencies
    for (const id of sensorIds) {
      withdrawn.add(id)
      ranges.remove(id)
    }
    await Promise.all([queues.fresh.beginFile(), queues.old.beginFile()])
    await this.#flushQueues({}, this.#options.flushTimeoutMs)
  }

  /** Sensors of which nothing more is taken. */
  get withdrawn(): ReadonlySet<number> {
    return this.#dependencies.withdrawn
  }

  /** Whether nothing more is taken of this sensor: it is removed for good. */
  isWithdrawn(sensorId: number): boolean {
    return this.#dependencies.withdrawn.has(sensorId)
  }

  /**
   * Carries out `work` while nothing of these queues is on its way to the store; the journal takes
   * readings meanwhile. What has failed is waited for until the signal is aborted.
   */
  async exclusively<Result>(
    which: 'old' | 'all',
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { fresh, old } = this.#dependencies.queues
    while (this.#moving) await unlessAborted(this.#moving, signal)
    this.#worksAlone++
    try {
      const alone = which === 'old' ? work : () => fresh.exclusively(signal, work)
      return await old.exclusively(signal, alone)
    } finally {
      this.#worksAlone--
    }
  }

  async #flushQueues(scope: ReadingScope, timeoutMs: number): Promise<void> {
    const { fresh, old } = this.#dependencies.queues
    const { promise: late, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(resolve, timeoutMs, 'late')
    const ended = new AbortController()
    const { signal } = ended
    const flushed = Promise.all([fresh.flush(scope, signal), old.flush(scope, signal)])
    const first = await Promise.race([flushed, late]).finally(() => {
      clearTimeout(timer)
      ended.abort()
    })
    if (first === 'late')
      throw later('The newest readings are on their way to the store; try again', 5)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const { fresh, old } = this.#dependencies.queues
    await Promise.all([fresh.finishSync(), old.finishSync()])
    await this.#flushQueues({}, this.#options.closeTimeoutMs).catch(() => {})
    await Promise.all([fresh.close(), old.close()])
  }

  get status(): WriterStatus {
    const { queues, hasDiskSpace } = this.#dependencies
    const all = [queues.fresh, queues.old]
    const since = all.flatMap(({ failingSince }) => failingSince ?? [])
    return {
      journalBytes: all.reduce((sum, { journalBytes }) => sum + journalBytes, 0),
      damage: mergedDamage(all.map(({ damage }) => damage)),
      storeFailingForMs: since.length === 0 ? null : performance.now() - Math.min(...since),
      writeFailure: all.flatMap(({ writeFailure }) => writeFailure ?? [])[0] ?? null,
      diskSilentForMs: this.#silentForMs(),
      hasDiskSpace: hasDiskSpace(),
    }
  }
}

const later = (message: string, retryAfterSeconds: number) =>
  new AppError('store_unavailable', message, { retryAfterSeconds })
