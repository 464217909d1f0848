import { ApiError } from './api-error.ts'

/**
 * Asks with a signal that ends the call after `ms`, too, for what must not wait for ever for an
 * answer over a connection that is gone without a word. It fails as a call of status 408 then.
 */
export async function inTime<Answer>(
  ms: number,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await ask(AbortSignal.any([signal, late.signal]))
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw error
    throw new ApiError({ status: 408, code: 'no_response', message: 'no answer in time' })
  } finally {
    clearTimeout(timer)
  }
}

/** Whether it failed because the answer did not come in time. */
export const isLateAnswer = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 408
