import type { FastifyReply } from 'fastify'
import type { Budget, Reservation } from '../../budget/budget.ts'
import { overloaded } from '../../budget/overloaded.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import { ReplySlots, type SlotLimits } from './reply-slots.ts'

/**
 * A reply whose reader has had so long makes room where there is none. Who reads a little all the
 * time is never silent: a few people could refuse everybody for hours.
 */
const yieldsAfterMs = 30_000

/** Features share what there is, so that each makes room for the others. */
const inProgressOf = new WeakMap<Budget, Set<LargeReply>>()

/**
 * Replies that may be large: a few at a time for each session, and their bytes counted until the
 * caller has read them or left. Where all together hold what there is, the one that is read for
 * longest is broken off for the next.
 */
export class LargeReplies {
  readonly #budget: Budget
  readonly #slots: ReplySlots
  readonly #yieldsAfterMs: number
  readonly #inProgress: Set<LargeReply>

  constructor(budget: Budget, limits?: SlotLimits, yieldsAfter = yieldsAfterMs) {
    this.#budget = budget
    this.#slots = new ReplySlots(limits)
    this.#yieldsAfterMs = yieldsAfter
    this.#inProgress = inProgressOf.get(budget) ?? new Set()
    inProgressOf.set(budget, this.#inProgress)
  }

  /**
   * Resolves when the session has room for another reply. Rejects with `too_many_requests`, or when
   * the caller leaves.
   */
  async begin(sessionId: string, reply: FastifyReply): Promise<LargeReply> {
    const signal = disconnectSignal(reply)
    const release = await this.#slots.take(sessionId, signal)
    const held = this.#budget.reserve('reply', sessionId, 0)
    if (typeof held === 'string') {
      release()
      throw overloaded(held)
    }
    const large = new LargeReply(signal, {
      ...{ held, share: this.#budget.limits('reply').share },
      makeRoom: () => this.#makeRoom(),
      breakOff: () => reply.raw.destroy(),
    })
    const end = () => {
      release(large.largestBytes)
      large.release()
      this.#inProgress.delete(large)
    }
    if (reply.raw.closed) end()
    else {
      this.#inProgress.add(large)
      reply.raw.once('close', end)
    }
    return large
  }

  /** Breaks one reply off; false when none has been read for long. */
  #makeRoom(): boolean {
    const [oldest] = [...this.#inProgress]
      .filter(({ heldSince }) => performance.now() - heldSince >= this.#yieldsAfterMs)
      .toSorted((one, other) => one.heldSince - other.heldSince)
    if (!oldest) return false
    this.#inProgress.delete(oldest)
    oldest.release()
    oldest.breakOff()
    return true
  }
}

interface Holding {
  readonly held: Reservation
  readonly share: number
  /** Makes others hold less; false when none can. */
  readonly makeRoom: () => boolean
  readonly breakOff: () => void
}

/** One reply under way. */
export class LargeReply {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
  readonly #holding: Holding
  #heldSince = Infinity
  #largestBytes = 0

  constructor(signal: AbortSignal, holding: Holding) {
    this.signal = signal
    this.#holding = holding
  }

  /** Since when it holds what it holds, ms of the monotonic clock; Infinity: it holds nothing. */
  get heldSince(): number {
    return this.#heldSince
  }

  /** The most bytes that it has held at once. */
  get largestBytes(): number {
    return this.#largestBytes
  }

  /**
   * Counts that so many bytes of this reply are in memory now. One reply that is larger than the
   * session's share counts as the whole share, so that it can be had when it is alone. Throws
   * `too_many_requests` or `overloaded` when there is no room.
   */
  readonly hold = (bytes: number): void => {
    const { held, share, makeRoom } = this.#holding
    this.#largestBytes = Math.max(this.#largestBytes, bytes)
    // It does not make room for itself.
    this.#heldSince = Infinity
    let excess = held.resize(Math.min(bytes, share))
    while (excess === 'total' && makeRoom()) excess = held.resize(Math.min(bytes, share))
    if (held.bytes > 0) this.#heldSince = performance.now()
    if (excess !== null) throw overloaded(excess)
  }

  release(): void {
    this.#holding.held.release()
  }

  breakOff(): void {
    this.#holding.breakOff()
  }
}
