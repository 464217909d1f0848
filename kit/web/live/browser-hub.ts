import { passesGate, type Rights } from '#kit/model/gate.ts'
import { kioskProtocol } from '#kit/model/live/protocol.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { kioskToken } from '../calls/kiosk-token.ts'
import { watchScrolling } from '../browser/scrolling.ts'
import { serverClock } from '../clock/server-clock.ts'
import { createLiveHub } from './hub.ts'
import type { LiveHub } from './live-hub.ts'
import { pacedFrames } from './frames/paced-frames.ts'
import { scrollPacedFrames } from './frames/scroll-paced-frames.ts'
import type { Socket } from './connection/socket.ts'

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

function openSocket(): Socket {
  const token = kioskToken()
  const browserSocket =
    token === null
      ? new WebSocket('/api/live')
      : new WebSocket('/api/kiosk/live', [kioskProtocol, token])
  const socket: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    // While the server closes, the page may still change what it watches: nobody receives it.
    send: (text) => {
      if (browserSocket.readyState === WebSocket.OPEN) browserSocket.send(text)
    },
    close: (code) => browserSocket.close(code),
  }
  browserSocket.onopen = () => socket.onopen?.()
  browserSocket.onmessage = (event) => socket.onmessage?.(event)
  browserSocket.onclose = (event) => socket.onclose?.(event)
  return socket
}

async function whyRefused(): Promise<'ended' | 'denied' | null> {
  const token = kioskToken()
  try {
    const [path, proof] =
      token === null
        ? ['/api/user', {}]
        : ['/api/kiosk/board', { Authorization: `Bearer ${token}` }]
    const reply = await fetch(path, { headers: { Accept: 'application/json', ...proof } })
    if (reply.status === 401) return 'ended'
    if (token !== null || !reply.ok) return null
    const { data }: { readonly data: Rights } = await reply.json()
    return passesGate(warRoomGate, data) ? null : 'denied'
  } catch {
    return null
  }
}

const timers = {
  now: () => serverClock.elapsed(),
  after,
  nextFrame: (callback: () => void) => void requestAnimationFrame(callback),
}
/** Twenty devices that send once a second, at any moments, never wait. */
const pace = { perSecond: 25, atOnce: 8 }
/** Whoever scrolls reads places and names; figures are read when it ends. */
const framesWhileScrolling = 3

/** When values are drawn: decisions 0005, 0053 and 0114. */
function valueFrames(): (callback: () => void) => void {
  const paced = { ...timers, nextFrame: pacedFrames(timers, pace) }
  // Widgets are also drawn to a text, where there is no browser.
  if (typeof window === 'undefined') return paced.nextFrame
  return scrollPacedFrames(paced, watchScrolling(window, timers), framesWhileScrolling)
}

const socketHub = createLiveHub({
  openSocket,
  whyRefused,
  ...timers,
  random: () => Math.random(),
  // A browser itself says nothing of a socket that breaks once it was open. It is tried again, so
  // that it is no error of the page.
  // oxlint-disable-next-line no-console
  log: (text) => console.info(text),
  nextFrame: valueFrames(),
  microtask: (callback) => queueMicrotask(callback),
  serverClock,
})

/**
 * The application's one live hub, on the page's own origin. Its socket opens with the first
 * watcher.
 */
export const hub: LiveHub = socketHub

/** A page that was hidden for less than this goes on as if it had not been. */
const hiddenMs = 10_000
let cancelPause = () => {}

// Widgets are also drawn to a text, where there is no browser.
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => hub.networkIsBack())
  document.addEventListener('visibilitychange', () => {
    cancelPause()
    if (document.visibilityState === 'visible') socketHub.resume()
    else cancelPause = after(hiddenMs, () => socketHub.pause())
  })
}
