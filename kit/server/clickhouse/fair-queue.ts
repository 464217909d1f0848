import { AppError } from '#kit/model/calls/errors.ts'

/** Who asks, and for what. */
export interface QueuedQuery {
  /** Whose share of the slots it takes: a session. */
  readonly source: string
  /** Expected to take long: others go first, and few of them run at once. */
  readonly long: boolean
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal | undefined
}

export interface QueueLimits {
  /** Long queries that may run at once. */
  readonly longAtOnce: number
  /** Queries of one source that may wait. */
  readonly waitingPerSource: number
  readonly waitingInAll: number
  /** How long a query waits before its source has to come back later, ms. */
  readonly timeoutMs: number
  /** How long a long query gives way to short ones, ms. */
  readonly yieldMs: number
}

interface Waiting<Slot> extends QueuedQuery {
  readonly since: number
  readonly take: (slot: Slot) => void
}

const retryAfterSeconds = 5

/**
 * Gives slots to those who ask, fairly: in turn between the sources, short before long, and never
 * all slots to one source while there are two or more. A source that asks for
 * much waits for itself.
 */
export class FairQueue<Slot> {
  readonly #limits: QueueLimits
  readonly #idle: Slot[]
  readonly #maximumOfOne: number
  /** In the order in which the sources have their turn. */
  readonly #waiting = new Map<string, Waiting<Slot>[]>()
  readonly #running = new Map<string, number>()
  #waitingCount = 0
  #runningLong = 0

  constructor(slots: readonly Slot[], limits: QueueLimits) {
    this.#limits = limits
    this.#idle = [...slots]
    this.#maximumOfOne = Math.max(1, slots.length - 1)
  }

  /** Queries that wait for a slot. */
  get waitingCount(): number {
    return this.#waitingCount
  }

  /**
   * A slot, and the function that releases it. Rejects with `too_many_requests` when the source
   * has too many queries waiting, with `overloaded` when all have or when its turn does not come in
   * time, and with the signal's reason when it is aborted while it waits.
   */
  async take(query: QueuedQuery): Promise<{ readonly slot: Slot; readonly release: () => void }> {
    query.signal?.throwIfAborted()
    this.#assertRoom(query.source)
    const slot = await this.#slot(query)
    return { slot, release: () => this.#release(query, slot) }
  }

  #assertRoom(source: string): void {
    if ((this.#waiting.get(source)?.length ?? 0) >= this.#limits.waitingPerSource)
      throw new AppError('too_many_requests', 'Too many of your questions are still waiting', {
        retryAfterSeconds,
      })
    if (this.#waitingCount >= this.#limits.waitingInAll) throw tooBusy()
  }

  #slot(query: QueuedQuery): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        settle()
        this.#remove(waiting)
        reject(reason)
      }
      const onAbort = () => leave(query.signal?.reason)
      const timer = setTimeout(() => leave(tooBusy()), this.#limits.timeoutMs)
      const settle = () => {
        clearTimeout(timer)
        query.signal?.removeEventListener('abort', onAbort)
      }
      const take = (slot: Slot) => {
        settle()
        resolve(slot)
      }
      const waiting: Waiting<Slot> = { ...query, since: performance.now(), take }
      query.signal?.addEventListener('abort', onAbort, { once: true })
      this.#add(waiting)
      this.#next()
    })
  }

  #add(waiting: Waiting<Slot>): void {
    const others = this.#waiting.get(waiting.source)
    if (others) others.push(waiting)
    else this.#waiting.set(waiting.source, [waiting])
    this.#waitingCount += 1
  }

  #remove(waiting: Waiting<Slot>): void {
    const all = this.#waiting.get(waiting.source) ?? []
    const left = all.filter((each) => each !== waiting)
    this.#waitingCount -= all.length - left.length
    if (left.length > 0) this.#waiting.set(waiting.source, left)
    else this.#waiting.delete(waiting.source)
  }

  #next(): void {
    for (let slot = this.#idle.at(-1); slot !== undefined; slot = this.#idle.at(-1)) {
      const chosen = this.#choose()
      if (!chosen) return
      this.#idle.pop()
      this.#start(chosen)
      chosen.take(slot)
    }
  }

  #start(chosen: Waiting<Slot>): void {
    this.#remove(chosen)
    const others = this.#waiting.get(chosen.source)
    if (others) {
      // The source goes to the end of the round.
      this.#waiting.delete(chosen.source)
      this.#waiting.set(chosen.source, others)
    }
    this.#running.set(chosen.source, (this.#running.get(chosen.source) ?? 0) + 1)
    if (chosen.long) this.#runningLong += 1
  }

  #release({ source, long }: QueuedQuery, slot: Slot): void {
    const running = (this.#running.get(source) ?? 1) - 1
    if (running > 0) this.#running.set(source, running)
    else this.#running.delete(source)
    if (long) this.#runningLong -= 1
    this.#idle.push(slot)
    this.#next()
  }

  #choose(): Waiting<Slot> | undefined {
    const waitedEnough = performance.now() - this.#limits.yieldMs
    const mayRun = ({ long }: QueuedQuery) => !long || this.#runningLong < this.#limits.longAtOnce
    return (
      this.#firstOf((query) => mayRun(query) && (!query.long || query.since <= waitedEnough)) ??
      this.#firstOf((query) => mayRun(query))
    )
  }

  #firstOf(matches: (query: Waiting<Slot>) => boolean): Waiting<Slot> | undefined {
    for (const [source, queries] of this.#waiting) {
      if ((this.#running.get(source) ?? 0) >= this.#maximumOfOne) continue
      const found = queries.find(matches)
      if (found) return found
    }
    return undefined
  }
}

function tooBusy(): AppError {
  return new AppError(
    'overloaded',
    'Too many questions are waiting for an answer; try again later',
    { retryAfterSeconds },
  )
}
