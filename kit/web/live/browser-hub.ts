import { serverClock } from '../clock/server-clock.ts'
import { createLiveHub } from './hub.ts'
import type { LiveHub } from './live-hub.ts'
import type { Socket } from './socket.ts'

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

function openSocket(): Socket {
  const browserSocket = new WebSocket('/api/live')
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

async function sessionHasEnded(): Promise<boolean> {
  try {
    return (await fetch('/api/user', { headers: { Accept: 'application/json' } })).status === 401
  } catch {
    return false
  }
}

const socketHub = createLiveHub({
  openSocket,
  sessionHasEnded,
  now: () => serverClock.elapsed(),
  random: () => Math.random(),
  after,
  nextFrame: (callback) => void requestAnimationFrame(callback),
  microtask: (callback) => queueMicrotask(callback),
  serverClock,
})

/**
 * The application's one live hub, on the page's own origin. Its socket opens with the first
 * watcher.
 */
export const hub: LiveHub = socketHub

window.addEventListener('online', () => hub.networkIsBack())

/** Who looks away for less than this finds everything as if they had not. */
const hiddenMs = 10_000
let cancelPause = () => {}
document.addEventListener('visibilitychange', () => {
  cancelPause()
  if (document.visibilityState === 'visible') socketHub.resume()
  else cancelPause = after(hiddenMs, () => socketHub.pause())
})
