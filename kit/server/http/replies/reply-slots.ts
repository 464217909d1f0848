import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#kit/model/calls/errors.ts'
import { RateLimiter } from '../../budget/rate-limiter.ts'

export interface SlotLimits {
  /** Replies of one session that may be under way. */
  readonly inProgress: number
  /** Requests of one session that may wait for that. */
  readonly waiting: number
  /** How long one waits, ms. */
  readonly timeoutMs: number
  /**
   * How long one that is refused waits for its answer, ms: whoever asks again at once would keep
   * the server busy with refusing.
   */
  readonly refusalMs: number
  /** Requests of one session that may wait to be refused; the next ones are at once. */
  readonly refusing: number
  /**
   * Bytes a second of replies after which the next of the same session may begin, where some wait,
   * and those after which it may do so at once. Who asks for one after the other is not slowed.
   */
  readonly bytesPerSecond: number
  readonly bytesAtOnce: number
}

/** More than a browser asks for at once, in all its pages together. */
export const defaultSlotLimits: SlotLimits = {
  inProgress: 4,
  waiting: 32,
  timeoutMs: 30_000,
  refusalMs: 1_000,
  refusing: 256,
  bytesPerSecond: 8 * 1024 * 1024,
  bytesAtOnce: 16 * 1024 * 1024,
}

interface Session {
  inProgress: number
  refusing: number
  readonly waiting: (() => void)[]
}

/** Gives a place back; `bytes` is how large the reply was. */
export type ReleaseSlot = (bytes?: number) => void

/**
 * Lets each session have a few large replies under way; the next ones wait in order, longer after
 * large replies, and too many are refused. Replies that nobody reads can fit in the buffers of the
 * system: without the pause a session that asks for hundreds at once would have nearly all of the
 * processor's time until it had them.
 */
export class ReplySlots {
  readonly #limits: SlotLimits
  readonly #sessions = new Map<string, Session>()
  readonly #pace: RateLimiter

  constructor(limits: SlotLimits = defaultSlotLimits) {
    this.#limits = limits
    this.#pace = new RateLimiter(limits.bytesPerSecond, limits.bytesAtOnce)
  }

  /** Sessions that have a reply under way. */
  get sessionCount(): number {
    return this.#sessions.size
  }

  /**
   * Resolves with the function that gives the place back. Rejects with `too_many_requests` when too
   * many wait or the place does not come in time, and with the signal's reason when the caller
   * leaves.
   */
  async take(sessionId: string, signal: AbortSignal): Promise<ReleaseSlot> {
    signal.throwIfAborted()
    const session = this.#sessions.get(sessionId) ?? {
      ...{ inProgress: 0, refusing: 0 },
      waiting: [],
    }
    this.#sessions.set(sessionId, session)
    if (session.inProgress >= this.#limits.inProgress) await this.#wait(session, signal)
    else session.inProgress += 1
    let isReleased = false
    return (bytes = 0) => {
      if (isReleased) return
      isReleased = true
      const isWanted = session.waiting.length > 0
      const delayMs = isWanted ? this.#pace.take(sessionId, bytes) : 0
      if (delayMs === 0) this.#release(sessionId, session)
      else setTimeout(() => this.#release(sessionId, session), delayMs)
    }
  }

  #wait(session: Session, signal: AbortSignal): Promise<void> {
    if (session.waiting.length >= this.#limits.waiting) return this.#refuse(session, signal)
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        const slot = session.waiting.indexOf(enter)
        if (slot !== -1) session.waiting.splice(slot, 1)
      }
      const leave = (reason: unknown) => {
        settle()
        reject(reason)
      }
      const onAbort = () => leave(signal.reason)
      const enter = () => {
        settle()
        resolve()
      }
      const timer = setTimeout(() => leave(tooMany()), this.#limits.timeoutMs)
      signal.addEventListener('abort', onAbort, { once: true })
      session.waiting.push(enter)
    })
  }

  async #refuse(session: Session, signal: AbortSignal): Promise<never> {
    const { refusalMs, refusing } = this.#limits
    if (session.refusing < refusing) {
      session.refusing += 1
      await delay(refusalMs, undefined, { signal }).finally(() => (session.refusing -= 1))
    }
    throw tooMany()
  }

  #release(sessionId: string, session: Session): void {
    const [next] = session.waiting
    // The slot goes to the next one without being free in between.
    if (next) return next()
    session.inProgress -= 1
    if (session.inProgress === 0) this.#sessions.delete(sessionId)
  }
}

function tooMany(): AppError {
  return new AppError('too_many_requests', 'Too many of your large requests are still under way', {
    retryAfterSeconds: 5,
  })
}
