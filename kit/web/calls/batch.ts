interface PendingCall<Result> {
  readonly resolve: (result: Result | null) => void
  readonly reject: (error: unknown) => void
}

/** What is asked for within so short a time travels together. */
const batchMs = 20

/**
 * Answers for single ids from calls for many: those asked for within a moment go together, at most
 * `maximumSize` in a call. An id that the answer does not name gets null.
 */
export function batch<Result>(
  maximumSize: number,
  load: (ids: readonly number[]) => Promise<ReadonlyMap<number, Result>>,
): (id: number) => Promise<Result | null> {
  let waiting = new Map<number, PendingCall<Result>[]>()

  function start(): void {
    const all = [...waiting]
    waiting = new Map()
    for (let first = 0; first < all.length; first += maximumSize)
      void answer(all.slice(first, first + maximumSize))
  }

  async function answer(
    asked: readonly (readonly [number, readonly PendingCall<Result>[]])[],
  ): Promise<void> {
    try {
      const found = await load(asked.map(([id]) => id))
      for (const [id, askers] of asked)
        for (const { resolve } of askers) resolve(found.get(id) ?? null)
    } catch (error) {
      for (const [, askers] of asked) for (const { reject } of askers) reject(error)
    }
  }

  return (id) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(start, batchMs)
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }])
    })
}
