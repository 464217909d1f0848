import { setTimeout as delay } from 'node:timers/promises'

/** Time as the replay sees it; tests bring their own. */
export interface ReplayClock {
  readonly now: () => number
  /** Waits until the moment, or until the signal aborts. */
  readonly until: (moment: number, signal: AbortSignal) => Promise<void>
}

/** A timer that is given more than some 25 days ends at once. */
const maximumWaitMs = 86_400_000

export const realPace: ReplayClock = {
  now: () => Date.now(),
  async until(moment, signal) {
    for (let wait = moment - Date.now(); wait > 0; wait = moment - Date.now()) {
      if (signal.aborted) return
      await delay(Math.min(wait, maximumWaitMs), undefined, { signal }).catch(() => undefined)
    }
  },
}
