import { useEffect, useRef } from 'react'
import { mayRetry } from '../calls/query.ts'

/** After a call that failed. */
const retryMs = 10_000

interface Asked {
  /** It failed, and nothing was read before. */
  readonly isLoadingError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

/**
 * While `isWall`, asks again for what could not be read, where another try may help: nobody presses
 * a button there.
 */
export function useUnattendedRetry(isWall: boolean, asked: Asked): void {
  const refetch = useRef(asked.refetch)
  useEffect(() => {
    refetch.current = asked.refetch
  })
  const isWanted = isWall && asked.isLoadingError && mayRetry(asked.error)
  useEffect(() => {
    if (!isWanted) return undefined
    const timer = setInterval(() => void refetch.current(), retryMs)
    return () => clearInterval(timer)
  }, [isWanted])
}
