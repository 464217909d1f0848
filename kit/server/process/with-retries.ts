import { setTimeout as delay } from 'node:timers/promises'

export interface RetryOptions {
  readonly signal: AbortSignal
  /** Failures after which another attempt is made. */
  readonly isTransient: (error: unknown) => boolean
  readonly maximumAttempts: number
  readonly pauseMs: number
}

/** Rejects with the last failure, with one that is not transient, or when the signal is aborted. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { signal, isTransient, maximumAttempts, pauseMs }: RetryOptions,
): Promise<Result> {
  for (let attempts = 1; ; attempts++)
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || attempts >= maximumAttempts) throw error
      await delay(pauseMs, undefined, { signal })
    }
}
