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
