import { useEffect, useRef } from 'react'
import { useConnection } from '../live/index.ts'

/**
 * While something could not be fetched (`isUnreachable`), tries again by itself when the server or
 * the network is back.
 */
export function useRetryWhenBack(isUnreachable: boolean, retry: () => void): void {
  const { state } = useConnection()
  const wasLive = useRef(state === 'live')
  useEffect(() => {
    if (!isUnreachable) return undefined
    if (state === 'live' && !wasLive.current) retry()
    wasLive.current = state === 'live'
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isUnreachable, state, retry])
}
