/**
 * The server's time, estimated from the stamps of its messages, so that ages do not depend on the
 * browser's clock.
 */
export interface ServerClock {
  /**
   * Takes in that the server said it was `serverTime` when the browser's clock showed `localTime`;
   * both ms UTC.
   */
  observe(serverTime: number, localTime: number): void
  /** The server's time when the browser's clock shows `localTime`. */
  at(localTime: number): number
}

const maximumObservations = 30
/**
 * A browser's clock that was set anew differs by more than any delay of the network; older
 * observations then mislead.
 */
const clockWasSetMs = 5_000

export function createServerClock(): ServerClock {
  let offsets: number[] = []
  let offset = 0
  return {
    observe(serverTime, localTime) {
      const observed = serverTime - localTime
      if (offsets.length > 0 && Math.abs(observed - offset) > clockWasSetMs) offsets = []
      offsets.push(observed)
      if (offsets.length > maximumObservations) offsets.shift()
      // The message that travelled fastest is the nearest to the truth, and it gives the greatest
      // offset.
      offset = Math.max(...offsets)
    },
    at: (localTime) => localTime + offset,
  }
}

interface Timer {
  after(ms: number, callback: () => void): () => void
}

/**
 * Calls back on every whole second of the clock that `now` reads (ms UTC), until the returned
 * function is called.
 */
export function everyWholeSecond(
  timer: Timer,
  now: () => number,
  callback: () => void,
): () => void {
  let cancel = () => {}
  const next = () => {
    const sinceWhole = ((now() % 1_000) + 1_000) % 1_000
    cancel = timer.after(1_000 - sinceWhole, () => {
      callback()
      next()
    })
  }
  next()
  return () => cancel()
}
