/**
 * What `answered` resolves with, or `otherwise()` when it has not within so many ms. Rejects when
 * `signal`, if there is one, aborts first.
 */
export async function untilDeadline<Result>(
  answered: Promise<Result>,
  otherwise: () => Result,
  withinMs: number,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted()
  const ended = Promise.withResolvers<Result>()
  const timer = setTimeout(() => ended.resolve(otherwise()), withinMs)
  const abort = () => ended.reject(signal?.reason)
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([answered, ended.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
