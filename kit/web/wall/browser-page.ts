import { isOutdatedPage } from '../browser/outdated-page.ts'
import { serverAnswers } from '../browser/server-answers.ts'
import { serverClock } from '../clock/server-clock.ts'
import { liveHub } from '../live/index.ts'
import { missingCodeEvent } from '../screens/lazy-component.tsx'
import type { BuiltPage } from './follow-build.ts'
import type { WatchedPage } from './watchdog.ts'

const reloadKey = 'warroom-wall-reload'

/** This page, for what looks after it. */
export const browserPage: WatchedPage & BuiltPage = {
  now: () => serverClock.elapsed(),
  every: (ms, callback) => {
    const timer = setInterval(callback, ms)
    return () => clearInterval(timer)
  },
  nextFrame: (callback) => void requestAnimationFrame(callback),
  isVisible: () => document.visibilityState === 'visible',
  lastMessageAt: () => liveHub.lastMessageAt(),
  serverAnswers,
  onReconnect: (callback) => {
    let wasAway = false
    return liveHub.watchConnection(({ state }) => {
      if (state === 'live' && wasAway) callback()
      wasAway = state === 'reconnecting'
    })
  },
  onMissingCode: (callback) => {
    window.addEventListener(missingCodeEvent, callback)
    return () => window.removeEventListener(missingCodeEvent, callback)
  },
  isOutdated: isOutdatedPage,
  isFullScreen: () => document.fullscreenElement !== null,
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
