import { useEffect, useRef } from 'react'
import { mayRetry } from '../calls/query.ts'

/** After a call that failed. */
const retryMs = 10_000

interface QueryState {
  /** It failed, and nothing was read before. */
  readonly isLoadingError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

/**
 * While `isWall`, asks again for what could not be read, where another try may help: nobody presses
 * a button there.
 */
export function useUnattendedRetry(isWall: boolean, query: QueryState): void {
  const refetch = useRef(query.refetch)
  useEffect(() => {
    refetch.current = query.refetch
  })
  const isWanted = isWall && query.isLoadingError && mayRetry(query.error)
  useEffect(() => {
    if (!isWanted) return undefined
    const timer = setInterval(() => void refetch.current(), retryMs)
    return () => clearInterval(timer)
  }, [isWanted])
}
