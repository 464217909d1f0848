import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#kit/model/calls/errors.ts'
import { isPassingFailure } from '#kit/server/postgres/passing-failure.ts'

const maximumAttempts = 60
const pauseMs = 2_000

/**
 * Tries again for some minutes while the store takes nothing or the database is away: whoever
 * imports has time.
 */
export async function patiently<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempts = 1; ; attempts++)
    try {
      return await work()
    } catch (error) {
      const mayPass =
        isPassingFailure(error) || (error instanceof AppError && error.code === 'store_unavailable')
      if (!mayPass || attempts >= maximumAttempts) throw error
      await delay(pauseMs, undefined, { signal })
    }
}
