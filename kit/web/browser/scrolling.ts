/** Whether something on the page is being scrolled. */
export interface Scrolling {
  isOn(): boolean
  /** Calls back once when it has ended, unless the returned function was called before. */
  onEnd(callback: () => void): () => void
}

interface ScrollTimers {
  /** A monotonic clock, ms. */
  now(): number
  /** Calls back after `ms`; returns the function that cancels. */
  after(ms: number, callback: () => void): () => void
}

/** Without a step for so long, nobody scrolls any more. */
const endMs = 150

/** Watches all that scrolls within `target`; a step costs no more than a look at the clock. */
export function watchScrolling(
  target: Pick<EventTarget, 'addEventListener'>,
  timers: ScrollTimers,
): Scrolling {
  const listeners = new Set<() => void>()
  let steppedAt = -Infinity
  let isOn = false
  const look = () => {
    const restMs = steppedAt + endMs - timers.now()
    if (restMs > 0) {
      timers.after(restMs, look)
      return
    }
    isOn = false
    const ended = [...listeners]
    listeners.clear()
    for (const listener of ended) listener()
  }
  const onScroll = () => {
    steppedAt = timers.now()
    if (isOn) return
    isOn = true
    timers.after(endMs, look)
  }
  // What scrolls inside of an element does not bubble.
  target.addEventListener('scroll', onScroll, { capture: true, passive: true })
  return {
    isOn: () => isOn,
    onEnd(callback) {
      listeners.add(callback)
      return () => void listeners.delete(callback)
    },
  }
}
