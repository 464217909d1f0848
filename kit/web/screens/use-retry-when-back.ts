import { useEffect, useRef } from 'react'
import { useConnection } from '../live/index.ts'
import { ChunkLoadError } from './lazy-component.tsx'

/** When the network was back last, ms since the page began. */
let backAt = -Infinity

if (typeof window !== 'undefined')
  window.addEventListener('online', () => (backAt = performance.now()), { capture: true })

/**
 * While code could not be fetched, retries by itself when the server or the network is back; at
 * once where it came back while that request was on its way.
 */
export function useRetryWhenBack(error: unknown, retry: () => void): void {
  const { state } = useConnection()
  const wasLive = useRef(state === 'live')
  const requestedAt = error instanceof ChunkLoadError ? error.requestedAt : null
  useEffect(() => {
    if (requestedAt === null) return undefined
    if ((state === 'live' && !wasLive.current) || backAt > requestedAt) retry()
    wasLive.current = state === 'live'
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [requestedAt, state, retry])
}
