import { useEffect } from 'react'
import { useTimeZone } from 'use-intl'
import { serverClock } from '../clock/server-clock.ts'
import { liveHub } from '../live/index.ts'
import { removeLastLive, storeLastLive } from './last-live.ts'

/** How much older than the truth the time may be after a browser was killed. */
const storeEveryMs = 5_000

/**
 * Makes this browser ready to say, while the server is away, since when values are old: the service
 * worker brings the page that says it, and while `hasLive` the time is stored. Nothing of it stays
 * when the screen of the person ends.
 */
export function useOfflinePage(hasLive: boolean): void {
  const zone = useTimeZone() ?? 'UTC'
  useEffect(() => registerWorker(), [])
  useEffect(() => (hasLive ? storeTimes(zone) : undefined), [hasLive, zone])
}

function storeTimes(zone: string): () => void {
  let stored = 0
  const store = () => {
    const time = liveHub.lastMessageAt()
    if (time === undefined || time === stored) return
    stored = time
    storeLastLive({ time, aheadMs: serverClock.ahead(), zone })
  }
  const timer = setInterval(store, storeEveryMs)
  const stop = liveHub.watchConnection(store)
  window.addEventListener('pagehide', store)
  document.addEventListener('visibilitychange', store)
  return () => {
    clearInterval(timer)
    stop()
    window.removeEventListener('pagehide', store)
    document.removeEventListener('visibilitychange', store)
    removeLastLive()
  }
}

/** Once the page has all that it needs itself. */
function registerWorker(): (() => void) | undefined {
  // Without https, and in some frames, a browser has none.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return undefined
  const register = () =>
    void navigator.serviceWorker
      .register('/service-worker.js', { updateViaCache: 'none' })
      .catch(() => undefined)
  if (document.readyState === 'complete') {
    register()
    return undefined
  }
  window.addEventListener('load', register, { once: true })
  return () => window.removeEventListener('load', register)
}
