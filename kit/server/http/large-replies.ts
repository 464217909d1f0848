import type { FastifyReply } from 'fastify'
import type { Budget, Reservation } from '../budget/budget.ts'
import { overloaded } from '../budget/overloaded.ts'
import { callerLeft } from './caller-left.ts'
import { ReplySlots, type SlotLimits } from './reply-slots.ts'

/**
 * Replies that may be large: a few at a time for each session, and their bytes counted until the
 * caller has read them or left.
 */
export class LargeReplies {
  readonly #budget: Budget
  readonly #slots: ReplySlots

  constructor(budget: Budget, limits?: SlotLimits) {
    this.#budget = budget
    this.#slots = new ReplySlots(limits)
  }

  /**
   * Resolves when the session has room for another reply. Rejects with `too_many_requests`, or when
   * the caller leaves.
   */
  async begin(sessionId: string, reply: FastifyReply): Promise<LargeReply> {
    const signal = callerLeft(reply)
    const release = await this.#slots.take(sessionId, signal)
    const held = this.#budget.reserve('reply', sessionId, 0)
    if (typeof held === 'string') {
      release()
      throw overloaded(held)
    }
    const end = () => {
      release()
      held.release()
    }
    if (reply.raw.closed) end()
    else reply.raw.once('close', end)
    return new LargeReply(signal, held, this.#budget.limits('reply').share)
  }
}

/** One reply under way. */
export class LargeReply {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal
  readonly #held: Reservation
  readonly #share: number

  constructor(signal: AbortSignal, held: Reservation, share: number) {
    this.signal = signal
    this.#held = held
    this.#share = share
  }

  /**
   * Counts that so many bytes of this reply are in memory now. One reply that is larger than the
   * session's share counts as the whole share, so that it can be had when it is alone. Throws
   * `too_many_requests` or `overloaded` when there is no room.
   */
  readonly hold = (bytes: number): void => {
    const excess = this.#held.resize(Math.min(bytes, this.#share))
    if (excess !== null) throw overloaded(excess)
  }
}
