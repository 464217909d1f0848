import { setTimeout as delay } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { Extent, Journal } from '#kit/server/journal/journal.ts'
import { unlessAborted } from '#kit/server/process/unless-aborted.ts'
import { BatchPlan } from './batch.ts'
import type { BatchProgress } from './batch-insert.ts'

export interface StoreFeedOptions {
  /** How long the first reading of a batch waits for company on its way to the store, ms. */
  readonly gatherMs: number
  /** A batch that has grown to this many bytes waits no longer. */
  readonly fullBytes: number
  /** No batch is much larger, however much waits. */
  readonly maximumBytes: number
}

interface Dependencies {
  readonly journal: Journal
  readonly plan: (extent: Extent) => Promise<BatchPlan>
  /** The same where a former run may have sent any of it. */
  readonly planUncertain: (extent: Extent) => Promise<BatchPlan>
  /** Sends what is not certain to be in the store. */
  readonly insert: (extent: Extent, plan: BatchPlan, progress: BatchProgress) => Promise<void>
  /** Called when a batch begins that reaches to the end of the journal, and when it has arrived. */
  readonly onBeginAll: () => void
  readonly onEndAll: () => void
  readonly logger: BaseLogger
}

interface Batch {
  readonly extent: Extent
  readonly plan: BatchPlan
  readonly isAll: boolean
  readonly progress: BatchProgress
}

const maximumPauseMs = 2_000

/**
 * Carries what is in a journal to the store: in order, batch after batch, each until it has
 * arrived.
 */
export class StoreFeed {
  readonly #dependencies: Dependencies
  readonly #options: StoreFeedOptions
  readonly #closed = new AbortController()
  #delivered: number
  #batch: Batch | null = null
  #failingSince: number | null = null
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  readonly #waiters = new Set<{ readonly place: number; readonly resolve: () => void }>()
  /** A batch is planned or under way, or has failed and is retried. */
  #isBusy = false
  #held: Promise<void> | null = null
  #others: Promise<void> | null = null
  #onIdle: (() => void)[] = []

  constructor(dependencies: Dependencies, options: StoreFeedOptions) {
    this.#dependencies = dependencies
    this.#options = options
    this.#delivered = dependencies.journal.begin
  }

  /** Whether somebody waits until what was appended is in the store. */
  get isAwaited(): boolean {
    return this.#waiters.size > 0
  }

  /** When the store began to fail, ms by the monotonic clock; null while it works. */
  get failingSince(): number | null {
    return this.#failingSince
  }

  /**
   * Sends again what a former run may have sent in part, and then everything else that it left.
   * Rejects when the store fails.
   */
  async recover(): Promise<void> {
    const { journal, insert } = this.#dependencies
    const plan =
      journal.checkpoint && BatchPlan.parse(JSON.parse(journal.checkpoint.toString('utf8')))
    if (plan) await this.#advance(plan.isDelivered ? plan.end : plan.begin)
    // Where something is missing this may not be the newest plan.
    let isCertain = journal.isWhole
    // The file that a plan names is removed only after the batch has arrived.
    if (isCertain && plan && !plan.isDelivered && plan.end > journal.begin) {
      const extent = await journal.readExtent(plan.segmentId, plan.begin, plan.end)
      if (extent) {
        await insert(extent, plan, toLookUp())
        await this.#advance(plan.end)
      } else isCertain = false
    }
    while (await this.#deliverNext(isCertain));
  }

  /** Something was appended. */
  notify(): void {
    if (this.#running || this.#closed.signal.aborted) return
    if (this.#left >= this.#options.fullBytes) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), this.#options.gatherMs)
  }

  /**
   * Resolves when all that has been appended by now is in the store, or `signal` is aborted: nobody
   * waits any more.
   */
  flush(signal?: AbortSignal): Promise<void> {
    const place = this.#dependencies.journal.end
    if (this.#delivered >= place) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiter = { place, resolve }
    this.#waiters.add(waiter)
    const leave = () => {
      this.#waiters.delete(waiter)
      resolve()
    }
    signal?.addEventListener('abort', leave, { once: true })
    if (!this.#running) this.#start()
    return promise
  }

  /**
   * Carries out `work` while no batch is planned or under way, none that failed either. Rejects
   * with the signal's reason when it is aborted before `work` begins.
   */
  async exclusively<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#held
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    this.#held = held
    try {
      await before
      while (this.#isBusy) await this.#idle(signal)
      signal.throwIfAborted()
      return await work()
    } finally {
      if (this.#held === held) this.#held = null
      release()
    }
  }

  /** Plans what is appended from now on after `others` resolves: it may repeat some of them. */
  planAfter(others: Promise<void>): void {
    this.#others = others
  }

  #idle(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    this.#onIdle.push(resolve)
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }

  /** Takes the turn for a batch, unless a former try of it has it still. */
  async #begin(): Promise<void> {
    while (!this.#isBusy && this.#held) await this.#held
    this.#isBusy = true
  }

  #end(): void {
    this.#isBusy = false
    for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  /**
   * Ends after the batch that is under way, or at once while the store fails. The journal has the
   * rest.
   */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#closed.abort()
    await this.#running
  }

  get #left(): number {
    return this.#dependencies.journal.end - this.#delivered
  }

  #start(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#closed.signal.aborted) return
    this.#running = this.#deliver().finally(() => {
      this.#running = null
      if (this.#left > 0) this.notify()
    })
  }

  /** Delivers until nobody waits and less than a batch is left. */
  async #deliver(): Promise<void> {
    const { signal } = this.#closed
    for (let attempt = 0; !signal.aborted;) {
      try {
        const hasMore = await this.#deliverNext()
        this.#failingSince = null
        attempt = 0
        if (!hasMore || (!this.isAwaited && this.#left < this.#options.fullBytes)) return
      } catch (error) {
        this.#failingSince ??= performance.now()
        this.#dependencies.logger.warn(
          { err: error, attempt },
          'readings could not be brought to the telemetry store; they wait in the journal',
        )
        await delay(Math.min(100 * 2 ** attempt++, maximumPauseMs), undefined, { signal }).catch(
          () => {},
        )
      }
    }
  }

  /** Delivers the next batch; false when there is none. */
  async #deliverNext(isCertain = true): Promise<boolean> {
    const { journal, insert, onEndAll } = this.#dependencies
    await this.#begin()
    this.#batch ??= await this.#nextBatch(isCertain)
    if (this.#batch === null) {
      this.#end()
      return this.#left > 0
    }
    const { extent, plan, isAll, progress } = this.#batch
    await insert(extent, plan, progress)
    this.#batch = null
    this.#end()
    if (isAll) onEndAll()
    await this.#advance(extent.end)
    // Without this checkpoint the next start looks for the batch in the store: a moment longer.
    await journal.setCheckpoint(checkpointOf({ ...plan, isDelivered: true })).catch(() => {})
    return journal.end > extent.end
  }

  /**
   * Plans the next batch and records the plan: from then on this very batch is sent, however often,
   * by whatever run of the program. Unless it is certain that none of it was sent before, all of it
   * is looked up.
   */
  async #nextBatch(isCertain: boolean): Promise<Batch | null> {
    const { journal, plan, planUncertain, onBeginAll } = this.#dependencies
    const extent = await journal.read(this.#delivered, this.#options.maximumBytes)
    if (!extent) return null
    if (extent.frames.length === 0) {
      await this.#advance(extent.end)
      return null
    }
    const isAll = extent.end >= journal.end
    if (isAll) onBeginAll()
    if (this.#others) await unlessAborted(this.#others, this.#closed.signal)
    const planned = await (isCertain ? plan : planUncertain)(extent)
    await journal.setCheckpoint(checkpointOf(planned))
    const progress = isCertain ? fromBegin() : toLookUp()
    return { extent, plan: planned, isAll, progress }
  }

  async #advance(place: number): Promise<void> {
    this.#delivered = place
    for (const waiter of this.#waiters) {
      if (waiter.place > place) continue
      this.#waiters.delete(waiter)
      waiter.resolve()
    }
    await this.#dependencies.journal.release(place)
  }
}

/** The progress of a batch of which a former run may have begun with every slice. */
const toLookUp = (): BatchProgress => ({ ...fromBegin(), begun: Number.POSITIVE_INFINITY })

const fromBegin = (): BatchProgress => ({ begun: 0, stored: 0, isOtherEngine: false })

function checkpointOf(plan: BatchPlan): Buffer {
  return Buffer.from(JSON.stringify(plan))
}
