export interface FrameTimers {
  /** A monotonic clock, ms. */
  now(): number
  /** Calls back after `ms`; returns the function that cancels. */
  after(ms: number, callback: () => void): () => void
  /** Calls back before the next paint. */
  nextFrame(callback: () => void): void
}

interface Pace {
  /** Frames a second in the long run. */
  readonly perSecond: number
  /** Frames that may follow each other without waiting, after a rest. */
  readonly atOnce: number
}

/**
 * A `nextFrame` that waits only where more frames are asked for than the pace allows. A frame costs
 * the browser about the same whether one text in it is new or fifty are, and nobody reads figures
 * that change more often.
 */
export function pacedFrames(
  timers: FrameTimers,
  { perSecond, atOnce }: Pace,
): (callback: () => void) => void {
  let allowed = atOnce
  let countedAt = timers.now()
  return (callback) => {
    const now = timers.now()
    allowed = Math.min(atOnce, allowed + ((now - countedAt) * perSecond) / 1_000) - 1
    countedAt = now
    if (allowed >= 0) timers.nextFrame(callback)
    else timers.after((-allowed * 1_000) / perSecond, () => timers.nextFrame(callback))
  }
}
