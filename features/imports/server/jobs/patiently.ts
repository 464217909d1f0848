import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#kit/model/errors.ts'

const maximumTries = 60
const pauseMs = 2_000

/** Tries again for some minutes while the store takes nothing: whoever imports has time. */
export async function patiently<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      const mayPass = error instanceof AppError && error.code === 'store_unavailable'
      if (!mayPass || tries >= maximumTries) throw error
      await delay(pauseMs, undefined, { signal })
    }
}
