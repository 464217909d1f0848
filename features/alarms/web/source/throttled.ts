interface Timing {
  /** Between the beginnings of two runs at least, ms. */
  readonly minimumMs: number
  /** A run may take at most this part of the time; slow work is done more seldom. */
  readonly share: number
  /** A monotonic clock, ms. */
  readonly now: () => number
  /** Calls back after `ms`; returns the function that cancels. */
  readonly after: (ms: number, callback: () => void) => () => void
}

/** Work that is asked for more often than it is to be done. */
export interface ThrottledWork {
  /** Does it now, or as soon as the pace allows; once for all requests until then. */
  request(): void
  stop(): void
}

/** Does work after each request for it, never twice at a time and never faster than its pace. */
export function throttled(work: () => Promise<unknown>, timing: Timing): ThrottledWork {
  const { minimumMs, share, now, after } = timing
  let notBefore = -Infinity
  let isRunning = false
  let isWanted = false
  let cancel: (() => void) | null = null

  const run = async () => {
    cancel = null
    isWanted = false
    isRunning = true
    const begun = now()
    try {
      await work()
    } catch {
      // Whoever does the work shows its failures.
    }
    const ended = now()
    isRunning = false
    notBefore = Math.max(begun + minimumMs, begun + (ended - begun) / share)
    if (isWanted) plan()
  }
  const plan = () => {
    const wait = notBefore - now()
    if (wait <= 0) void run()
    else cancel = after(wait, () => void run())
  }
  return {
    request() {
      isWanted = true
      if (!isRunning && cancel === null) plan()
    },
    stop() {
      cancel?.()
      cancel = null
      isWanted = false
    },
  }
}
