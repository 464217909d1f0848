import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** How long what failed is left alone. */
const pauseMs = 5_000
/** After an answer that took long it is left alone for so many times as long. */
const pauseShare = 3

/** What is asked again by itself at this moment: nobody waits for its failure. */
const askedAgain = new WeakSet<object>()

/** Whether a query is asked again without anybody's doing: that it fails once more is no news. */
export const isAskedAgain = (query: object): boolean => askedAgain.has(query)

/**
 * What is on the screen and could not be fetched anew is asked for again every few seconds, until
 * the returned function is called: no message follows the one that made it outdated. What shows
 * nothing but its failure is left to whoever reads that, unless its query is `unattended`.
 */
export function askAgainWhatFails(client: QueryClient): () => void {
  const notBefore = new WeakMap<Query, number>()
  const ask = async (query: Query) => {
    const predicate = (each: Query) => each === query
    const began = performance.now()
    askedAgain.add(query)
    // Of a window in the background the library tries again only when it is in front.
    if (query.state.fetchStatus === 'paused') await client.cancelQueries({ predicate })
    await client.refetchQueries({ predicate })
    askedAgain.delete(query)
    const now = performance.now()
    notBefore.set(query, now + Math.max(pauseMs, (now - began) * pauseShare))
  }
  const timer = setInterval(() => {
    const due = client
      .getQueryCache()
      .findAll({ type: 'active', predicate: isOutdated })
      .filter((query) => (notBefore.get(query) ?? 0) <= performance.now())
    for (const query of due) void ask(query)
  }, pauseMs)
  return () => clearInterval(timer)
}

function isOutdated({ state, meta }: Query): boolean {
  const { data, error, fetchStatus, fetchFailureReason } = state
  if (data === undefined && meta?.unattended !== true) return false
  if (fetchStatus === 'paused') return mayPass(fetchFailureReason)
  return fetchStatus === 'idle' && mayPass(error)
}

/** Whether the same call may succeed later: the server is away, has too much to do, or a fault. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status >= 500 || [0, 408, 429].includes(error.status))
}
