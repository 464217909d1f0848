import { AppError } from '#kit/model/calls/errors.ts'
import { unlessAborted } from '../../process/unless-aborted.ts'
import { maximumQuestionSeconds, type Slot } from '../engine.ts'
import { FairQueue, type QueueLimits, type QueuedQuery } from './fair-queue.ts'

export const readerLimits: QueueLimits = {
  longAtOnce: 1,
  waitingPerSource: 100,
  waitingInAll: 2_000,
  timeoutMs: 10_000,
  yieldMs: 2_000,
  // A steady use of about a quarter of one slot stays below it.
  muchUseMs: 2_000,
  useHalfLifeMs: 5_000,
}

/**
 * The engine ends a question by itself; one that it cannot end is stopped from outside after this
 * time.
 */
const deadlineMs = (maximumQuestionSeconds + 2) * 1000

/**
 * The questions of people: each waits its turn, has its limits, and ends when nobody wants the
 * answer any more.
 */
export class Readers {
  readonly #queue: FairQueue<Slot>
  readonly #closing = new AbortController()

  constructor(slots: readonly Slot[], limits: QueueLimits = readerLimits) {
    this.#queue = new FairQueue(slots, limits)
  }

  get waitingCount(): number {
    return this.#queue.waitingCount
  }

  /**
   * The answer to `statement`. Rejects with `timeout`, `overloaded`, `too_many_requests`, `invalid`
   * or with the signal's reason.
   */
  async ask(statement: string, query: QueuedQuery): Promise<Buffer> {
    const wanted = AbortSignal.any([this.#closing.signal, ...(query.signal ? [query.signal] : [])])
    const { slot, long, release } = await this.#queue.take({ ...query, signal: wanted })
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(tooLong()), deadlineMs)
    const signal = AbortSignal.any([wanted, deadline.signal])
    const answer = slot.run(statement, signal, long).finally(() => {
      clearTimeout(timer)
      release()
    })
    // The slot is given back when the engine has stopped; whoever asked need not wait for that.
    return unlessAborted(answer, signal).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : asAppError(error)
    })
  }

  close(): void {
    this.#closing.abort(
      new AppError('store_unavailable', 'The server is stopping', { retryAfterSeconds: 5 }),
    )
  }
}

const tooLong = () =>
  new AppError('timeout', 'This takes too long to read; ask for a shorter time or fewer sensors')

const tooLarge = new Set(['MEMORY_LIMIT_EXCEEDED', 'TOO_MANY_ROWS_OR_BYTES'])

function asAppError(error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string')
    return error
  if (error.type === 'TIMEOUT_EXCEEDED') return tooLong()
  if (!tooLarge.has(error.type)) return error
  // The limit of this question, or that of the whole engine, which others fill.
  if (error.type === 'MEMORY_LIMIT_EXCEEDED' && !error.message.includes('Query memory limit'))
    return new AppError(
      'overloaded',
      'The store has no memory left for this now; try again later',
      { retryAfterSeconds: 10 },
    )
  return new AppError(
    'invalid',
    'The answer would be too large; ask for a shorter time or fewer sensors',
  )
}
