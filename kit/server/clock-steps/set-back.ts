import type { SetBack } from '../bus.ts'
import type { Clock } from '../clock.ts'

/**
 * A clock that loses more than this was set back. What waits by it waits longer by as much; smaller
 * steps pass by themselves.
 */
const setBackMs = 1_000

/** Notices that a clock was set back, by one that nobody sets. */
export class SetBackDetector {
  readonly #clock: Clock
  readonly #monotonic: Clock
  /** How far the clock was ahead of the monotonic one at most, since it was set back last. */
  #lead = -Infinity
  #lookedAt = 0

  /** `monotonic`: a clock in ms that nobody sets. */
  constructor(clock: Clock, monotonic: Clock = () => performance.now()) {
    this.#clock = clock
    this.#monotonic = monotonic
  }

  /** The present, ms UTC, and what happened to the clock since the last look; null: nothing. */
  check(): { readonly now: number; readonly setBack: SetBack | null } {
    const now = this.#clock()
    const at = this.#monotonic()
    const lostMs = this.#lead - (now - at)
    const isSetBack = lostMs > setBackMs
    this.#lead = isSetBack ? now - at : Math.max(now - at, this.#lead)
    const withinMs = at - this.#lookedAt
    this.#lookedAt = at
    return { now, setBack: isSetBack ? { byMs: Math.round(lostMs), now, withinMs } : null }
  }
}

/**
 * A moment of the server's clock, ms UTC, that was recorded before it was set back, by the clock as
 * it is now. What may have been recorded since then is by that clock already.
 */
export function adjustToSetBack(moment: number, { byMs, now, withinMs }: SetBack): number {
  const isSince = moment <= now && moment >= now - (withinMs ?? 0)
  return isSince ? moment : moment - byMs
}
