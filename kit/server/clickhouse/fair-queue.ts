import { AppError } from '#kit/model/errors.ts'

/** Who asks, and for what. */
export interface Turn {
  /** Whose share of the turns it takes: a session. */
  readonly source: string
  /** Expected to take long: others go first, and some places are never given to it. */
  readonly long: boolean
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal | undefined
}

export interface QueueLimits {
  /** Turns of one source that may wait. */
  readonly waitingPerSource: number
  readonly waitingInAll: number
  /** How long a turn waits before its source has to come back later, ms. */
  readonly timeoutMs: number
  /** How long a long turn gives way to short ones, ms. */
  readonly givesWayMs: number
}

interface Waiting<Place> extends Turn {
  readonly since: number
  readonly take: (place: Place) => void
}

const retryAfterSeconds = 5

/**
 * Gives places to those who ask, fairly: in turn between the sources, short before long, and never
 * all places to one source or to long turns while there are two or more. A source that asks for
 * much waits for itself.
 */
export class FairQueue<Place> {
  readonly #limits: QueueLimits
  readonly #idle: Place[]
  readonly #maximumOfOne: number
  /** In the order in which the sources have their turn. */
  readonly #waiting = new Map<string, Waiting<Place>[]>()
  readonly #running = new Map<string, number>()
  #waitingCount = 0
  #runningLong = 0

  constructor(places: readonly Place[], limits: QueueLimits) {
    this.#limits = limits
    this.#idle = [...places]
    this.#maximumOfOne = Math.max(1, places.length - 1)
  }

  /** Turns that wait for a place. */
  get waitingCount(): number {
    return this.#waitingCount
  }

  /**
   * A place, and the function that gives it back. Rejects with `too_many_requests` when the source
   * has too many turns waiting, with `overloaded` when all have or when its turn does not come in
   * time, and with the signal's reason when it is aborted while it waits.
   */
  async take(turn: Turn): Promise<{ readonly place: Place; readonly giveBack: () => void }> {
    turn.signal?.throwIfAborted()
    this.#assertRoom(turn.source)
    const place = await this.#place(turn)
    return { place, giveBack: () => this.#giveBack(turn, place) }
  }

  #assertRoom(source: string): void {
    if ((this.#waiting.get(source)?.length ?? 0) >= this.#limits.waitingPerSource)
      throw new AppError('too_many_requests', 'Too many of your questions are still waiting', {
        retryAfterSeconds,
      })
    if (this.#waitingCount >= this.#limits.waitingInAll) throw tooBusy()
  }

  #place(turn: Turn): Promise<Place> {
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        settle()
        this.#remove(waiting)
        reject(reason)
      }
      const onAbort = () => leave(turn.signal?.reason)
      const timer = setTimeout(() => leave(tooBusy()), this.#limits.timeoutMs)
      const settle = () => {
        clearTimeout(timer)
        turn.signal?.removeEventListener('abort', onAbort)
      }
      const take = (place: Place) => {
        settle()
        resolve(place)
      }
      const waiting: Waiting<Place> = { ...turn, since: performance.now(), take }
      turn.signal?.addEventListener('abort', onAbort, { once: true })
      this.#add(waiting)
      this.#next()
    })
  }

  #add(waiting: Waiting<Place>): void {
    const others = this.#waiting.get(waiting.source)
    if (others) others.push(waiting)
    else this.#waiting.set(waiting.source, [waiting])
    this.#waitingCount += 1
  }

  #remove(waiting: Waiting<Place>): void {
    const all = this.#waiting.get(waiting.source) ?? []
    const left = all.filter((each) => each !== waiting)
    this.#waitingCount -= all.length - left.length
    if (left.length > 0) this.#waiting.set(waiting.source, left)
    else this.#waiting.delete(waiting.source)
  }

  #next(): void {
    for (let place = this.#idle.at(-1); place !== undefined; place = this.#idle.at(-1)) {
      const chosen = this.#choose()
      if (!chosen) return
      this.#idle.pop()
      this.#start(chosen)
      chosen.take(place)
    }
  }

  #start(chosen: Waiting<Place>): void {
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

  #giveBack({ source, long }: Turn, place: Place): void {
    const running = (this.#running.get(source) ?? 1) - 1
    if (running > 0) this.#running.set(source, running)
    else this.#running.delete(source)
    if (long) this.#runningLong -= 1
    this.#idle.push(place)
    this.#next()
  }

  #choose(): Waiting<Place> | undefined {
    const waitedEnough = performance.now() - this.#limits.givesWayMs
    const mayRun = ({ long }: Turn) => !long || this.#runningLong < this.#maximumOfOne
    return (
      this.#firstOf((turn) => mayRun(turn) && (!turn.long || turn.since <= waitedEnough)) ??
      this.#firstOf((turn) => mayRun(turn))
    )
  }

  #firstOf(suits: (turn: Waiting<Place>) => boolean): Waiting<Place> | undefined {
    for (const [source, turns] of this.#waiting) {
      if ((this.#running.get(source) ?? 0) >= this.#maximumOfOne) continue
      const found = turns.find(suits)
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
