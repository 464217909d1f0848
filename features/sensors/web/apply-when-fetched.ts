import type { Query } from '@tanstack/react-query'

/** What arrived while a query was being fetched, in its order. */
const arrivedMeanwhile = new WeakMap<Query, (() => void)[]>()

/**
 * Applies a change to what a query holds. The answer to a fetch that is under way may be of before
 * it: the change is applied to that one, too.
 */
export function applyNowAndWhenFetched(query: Query, apply: () => void): void {
  apply()
  if (query.state.fetchStatus === 'fetching') void applyWhenFetched(query, apply)
}

async function applyWhenFetched(query: Query, apply: () => void): Promise<void> {
  const waiting = arrivedMeanwhile.get(query)
  if (waiting) {
    waiting.push(apply)
    return
  }
  const changes = [apply]
  arrivedMeanwhile.set(query, changes)
  // A fetch that is called off is followed by another one.
  while (query.state.fetchStatus === 'fetching') await Promise.allSettled([query.promise])
  arrivedMeanwhile.delete(query)
  for (const each of changes) each()
}
