import type { Scrolling } from '../../browser/scrolling.ts'
import type { FrameTimers } from './paced-frames.ts'

/**
 * A `nextFrame` that gives way to scrolling: while somebody scrolls it calls back `perSecond` times
 * a second at most, and once at the end of it. Elsewhere it is that of `timers`.
 */
export function scrollPacedFrames(
  timers: FrameTimers,
  scrolling: Scrolling,
  perSecond: number,
): (callback: () => void) => void {
  let drawnAt = -Infinity
  const draw = (callback: () => void) =>
    timers.nextFrame(() => {
      drawnAt = timers.now()
      callback()
    })
  return (callback) => {
    const waitMs = drawnAt + 1_000 / perSecond - timers.now()
    if (!scrolling.isOn() || waitMs <= 0) {
      draw(callback)
      return
    }
    const drawNow = () => {
      stopWaiting()
      stopLooking()
      draw(callback)
    }
    const stopWaiting = timers.after(waitMs, drawNow)
    const stopLooking = scrolling.onEnd(drawNow)
  }
}
