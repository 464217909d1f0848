import { AppError } from '#kit/model/calls/errors.ts'
import { ReplayThread } from './replay-thread.ts'

/** Replays at a time, of all people: each needs an own question to the engine. */
const atOnce = 2
/** People who may wait for a place. */
const maximumWaiting = 8
const retryAfterSeconds = 5

/** Few replays run at a time, one of each session; further ones wait, and some are refused. */
export class ReplaySlots {
  readonly #thread = new ReplayThread()
  readonly #running = new Set<string>()
  #waiting: (() => void)[] = []

  /**
   * Runs `work` when there is a place for this session. Throws `overloaded` where too many wait,
   * and the reason of the signal when the caller leaves before.
   */
  async use<Result>(
    session: string,
    signal: AbortSignal,
    work: (thread: ReplayThread) => Promise<Result>,
  ): Promise<Result> {
    if (this.#waiting.length >= maximumWaiting)
      throw new AppError('overloaded', 'Others try rules now', { retryAfterSeconds })
    while (this.#running.size >= atOnce || this.#running.has(session)) await this.#permit(signal)
    signal.throwIfAborted()
    this.#running.add(session)
    try {
      return await work(this.#thread)
    } finally {
      this.#running.delete(session)
      for (const next of this.#waiting.splice(0)) next()
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #permit(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    this.#waiting = this.#waiting.filter((each) => each !== resolve)
    signal.throwIfAborted()
  }
}
