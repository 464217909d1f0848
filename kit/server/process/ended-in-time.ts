/** A call that was carried out is not held up for longer by what follows from it. */
export const longestWaitMs = 3_000

/** Resolves when all of it has ended, well or not, and after `longestWaitMs` at the latest. */
export async function endedInTime(work: readonly Promise<unknown>[]): Promise<void> {
  if (work.length === 0) return
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, longestWaitMs)
  await Promise.race([Promise.allSettled(work), late.promise])
  clearTimeout(timer)
}
