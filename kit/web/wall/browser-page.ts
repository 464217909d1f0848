import { liveHub } from '../live/index.ts'
import { serverClock } from '../clock/server-clock.ts'
import type { WatchedPage } from './watchdog.ts'

const reloadKey = 'warroom-wall-reload'

/** This page, for its watchdog. */
export const browserPage: WatchedPage = {
  now: () => serverClock.elapsed(),
  every: (ms, callback) => {
    const timer = setInterval(callback, ms)
    return () => clearInterval(timer)
  },
  nextFrame: (callback) => void requestAnimationFrame(callback),
  isVisible: () => document.visibilityState === 'visible',
  lastMessageAt: () => liveHub.lastMessageAt(),
  serverAnswers: async () => {
    try {
      return (await fetch('/api/health', { cache: 'no-store' })).ok
    } catch {
      return false
    }
  },
  sinceReload: () => serverClock.now() - storedReload(),
  reload: () => {
    try {
      sessionStorage.setItem(reloadKey, String(serverClock.now()))
    } catch {
      // Without a store it may come again sooner.
    }
    location.reload()
  },
}

function storedReload(): number {
  try {
    return Number(sessionStorage.getItem(reloadKey) ?? -Infinity)
  } catch {
    return -Infinity
  }
}
