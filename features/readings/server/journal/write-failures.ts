import type { BaseLogger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'

/** While nothing can be written every message fails: the log says it this often. */
const logIntervalMs = 30_000
/** Senders come again: what has not failed for so long may be well by now. */
const recentMs = 60_000
/** What has failed for so long is tried once in such a time, and refused at once meanwhile. */
const retryMs = 1_000

/** What went wrong when readings were written to the journal, until something is written again. */
export class WriteFailures {
  readonly #logger: BaseLogger
  /** `since`: of the first one after something was written. */
  #latest: { readonly reason: string; readonly since: number; readonly at: number } | null = null
  #loggedAt = Number.NEGATIVE_INFINITY
  #unlogged = 0

  constructor(logger: BaseLogger) {
    this.#logger = logger
  }

  /** Why writing failed lately; null: it did not, or something was written since. */
  get reason(): string | null {
    const latest = this.#latest
    return latest && performance.now() - latest.at < recentMs ? latest.reason : null
  }

  /** What the senders get. */
  add(error: unknown): AppError {
    const now = performance.now()
    const reason = error instanceof Error ? error.message : String(error)
    this.#latest = { reason, since: this.#latest?.since ?? now, at: now }
    if (now - this.#loggedAt < logIntervalMs) this.#unlogged += 1
    else {
      this.#logger.error(
        { err: error, unlogged: this.#unlogged },
        'readings could not be written to the journal; their senders still have them',
      )
      this.#loggedAt = now
      this.#unlogged = 0
    }
    return notStored()
  }

  /**
   * What the senders get without a try: writing has failed for a while, last a moment ago. What
   * waits for other things first would wait for nothing. Null: it is tried.
   */
  get refusal(): AppError | null {
    if (!this.#latest) return null
    const { since, at } = this.#latest
    return at - since >= retryMs && performance.now() - at < retryMs ? notStored() : null
  }

  /** Something was written. */
  end(): void {
    this.#latest = null
  }
}

function notStored(): AppError {
  return new AppError('store_unavailable', 'The readings could not be stored; send them again', {
    retryAfterSeconds: 5,
  })
}
