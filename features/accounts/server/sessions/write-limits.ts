import { AppError } from '#kit/model/calls/errors.ts'
import type { Clock } from '#kit/server/clock.ts'

/** Changes that one session may make in a minute. */
export const writesPerMinute = 120
const windowMs = 60_000
const maximumCached = 10_000

interface Window {
  readonly startedAt: number
  count: number
}

/**
 * Returns a function that counts one write of a session, and throws 429 with the seconds to wait
 * when it is one too many.
 */
export function createWriteLimit(clock: Clock): (sessionId: string) => void {
  const windows = new Map<string, Window>()
  return (sessionId) => {
    const now = clock()
    const current = windows.get(sessionId)
    const running =
      current && now >= current.startedAt && now - current.startedAt < windowMs
        ? current
        : { startedAt: now, count: 0 }
    running.count += 1
    if (windows.size >= maximumCached) removeEnded(windows, now)
    windows.set(sessionId, running)
    if (running.count <= writesPerMinute) return
    const wait = Math.ceil((running.startedAt + windowMs - now) / 1000)
    throw new AppError('too_many_requests', `Too many changes at once, try again in ${wait} s`, {
      retryAfterSeconds: wait,
    })
  }
}

function removeEnded(windows: Map<string, Window>, now: number): void {
  for (const [sessionId, { startedAt }] of windows)
    if (now - startedAt >= windowMs) windows.delete(sessionId)
}
