/** A stream of changes of one sensor leaves at most this often. */
export const streamIntervalMs = 50
/** Frames are this far apart, so that first changes of one moment travel together. */
export const gatherIntervalMs = 8

/**
 * When a sensor's change that came at `now` (all in ms of one monotonic clock) should leave. One
 * that was not sent within the last `streamIntervalMs` leaves at once. One that streams waits for
 * the next of moments that all streaming sensors share, so that however many stream they fill 20
 * frames a second, and no sensor leaves more often because others cause frames in between.
 */
export function changeDue(now: number, lastSentOfSensor: number): number {
  if (now - lastSentOfSensor >= streamIntervalMs) return now
  return (Math.floor(now / streamIntervalMs) + 1) * streamIntervalMs
}
