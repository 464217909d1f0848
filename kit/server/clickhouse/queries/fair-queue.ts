import { AppError } from '#kit/model/calls/errors.ts'
import { RecentUse } from './recent-use.ts'
import { Rounds } from './rounds.ts'

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
  /**
   * A source that has had slots for longer than this lately, ms, while more of its queries waited
   * than may run at once, asks for much: its queries count as long. Of what it has used half counts
   * after each `useHalfLifeMs`. Whoever asks one thing after another has nothing that waits.
   */
  readonly muchUseMs: number
  readonly useHalfLifeMs: number
}

/** A slot that a query has until it is released. */
export interface TakenSlot<Slot> {
  readonly slot: Slot
  /** The query counts as long: of itself, or because its source asks for much. */
  readonly long: boolean
  release(): void
}

interface Waiting<Slot> extends QueuedQuery {
  readonly since: number
  readonly take: (taken: TakenSlot<Slot>) => void
}

const retryAfterSeconds = 5

/**
 * Gives slots to those who ask, fairly: in turn between the sources, short before long, and never
 * all slots to one source while there are two or more. A source that asks for
 * much waits for itself, and for others.
 */
export class FairQueue<Slot> {
  readonly #limits: QueueLimits
  readonly #idle: Slot[]
  readonly #maximumOfOne: number
  readonly #waiting = new Rounds<Waiting<Slot>>()
  readonly #running = new Map<string, number>()
  readonly #use: RecentUse
  #runningLong = 0

  constructor(slots: readonly Slot[], limits: QueueLimits) {
    this.#limits = limits
    this.#idle = [...slots]
    this.#maximumOfOne = Math.max(1, slots.length - 1)
    this.#use = new RecentUse(limits.useHalfLifeMs)
  }

  /** Queries that wait for a slot. */
  get waitingCount(): number {
    return this.#waiting.count
  }

  /**
   * A slot, which the query has until it releases it. Rejects with `too_many_requests` when the
   * source has too many queries waiting, with `overloaded` when all have or when its turn does not
   * come in time, and with the signal's reason when it is aborted while it waits.
   */
  async take(query: QueuedQuery): Promise<TakenSlot<Slot>> {
    query.signal?.throwIfAborted()
    this.#assertRoom(query.source)
    return this.#slot(query)
  }

  #assertRoom(source: string): void {
    if (this.#waiting.countOf(source) >= this.#limits.waitingPerSource)
      throw new AppError('too_many_requests', 'Too many of your questions are still waiting', {
        retryAfterSeconds,
      })
    if (this.#waiting.count >= this.#limits.waitingInAll) throw tooBusy()
  }

  #slot(query: QueuedQuery): Promise<TakenSlot<Slot>> {
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        settle()
        this.#waiting.remove(waiting)
        reject(reason)
      }
      const onAbort = () => leave(query.signal?.reason)
      const timer = setTimeout(() => leave(tooBusy()), this.#limits.timeoutMs)
      const settle = () => {
        clearTimeout(timer)
        query.signal?.removeEventListener('abort', onAbort)
      }
      const take = (taken: TakenSlot<Slot>) => {
        settle()
        resolve(taken)
      }
      const waiting: Waiting<Slot> = { ...query, since: performance.now(), take }
      query.signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.add(waiting)
      this.#next()
    })
  }

  #next(): void {
    for (let slot = this.#idle.at(-1); slot !== undefined; slot = this.#idle.at(-1)) {
      const chosen = this.#choose()
      if (!chosen) return
      this.#idle.pop()
      this.#start(chosen, slot)
    }
  }

  #start(chosen: Waiting<Slot>, slot: Slot): void {
    const { source } = chosen
    this.#waiting.remove(chosen)
    this.#waiting.endTurn(source)
    const long = this.#isLong(chosen)
    this.#running.set(source, (this.#running.get(source) ?? 0) + 1)
    if (long) this.#runningLong += 1
    const begin = performance.now()
    const release = () => {
      if (this.#waiting.countOf(source) >= this.#maximumOfOne)
        this.#use.add(source, performance.now() - begin)
      this.#release(source, long, slot)
    }
    chosen.take({ slot, long, release })
  }

  #release(source: string, long: boolean, slot: Slot): void {
    const running = (this.#running.get(source) ?? 1) - 1
    if (running > 0) this.#running.set(source, running)
    else this.#running.delete(source)
    if (long) this.#runningLong -= 1
    this.#idle.push(slot)
    this.#next()
  }

  #isLong({ source, long }: QueuedQuery): boolean {
    return long || this.#use.of(source) > this.#limits.muchUseMs
  }

  #choose(): Waiting<Slot> | undefined {
    const waitedEnough = performance.now() - this.#limits.yieldMs
    const mayRunLong = this.#runningLong < this.#limits.longAtOnce
    return (
      this.#first((query) =>
        this.#isLong(query) ? mayRunLong && query.since <= waitedEnough : true,
      ) ?? this.#first((query) => mayRunLong || !this.#isLong(query))
    )
  }

  #first(matches: (query: Waiting<Slot>) => boolean): Waiting<Slot> | undefined {
    const mayRun = (source: string) => (this.#running.get(source) ?? 0) < this.#maximumOfOne
    return this.#waiting.first(mayRun, matches)
  }
}

function tooBusy(): AppError {
  return new AppError(
    'overloaded',
    'Too many questions are waiting for an answer; try again later',
    { retryAfterSeconds },
  )
}
