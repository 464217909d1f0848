import { setTimeout as delay } from 'node:timers/promises'
import { isTransientFailure } from './transient-failure.ts'

const pauseMs = 1_000

/**
 * Tries `work` again every second while the database is away or has too much to do. Rejects with
 * every other failure, and with the last one when `signal` aborts. What failed may have been done
 * all the same: done twice it must be the same as once.
 */
export async function retryWhileUnavailable<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!isTransientFailure(error)) throw error
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) throw error
    }
}
