/**
 * What the server's clock reported when it was last looked at, and what time it is at least proven.
 */
export interface SeenTime {
  /** ms UTC */
  readonly clock: number
  /** ms UTC; what expires does so by this time where the clock is ahead of it. */
  readonly trusted: number
}

export type ClockState =
  | { readonly kind: 'agrees' }
  /** `agreesAt`: what the clock will say when it is trusted, if the server runs until then. */
  | { readonly kind: 'ahead'; readonly byMs: number; readonly agreesAt: number }
  | { readonly kind: 'behind'; readonly byMs: number }

const dayMs = 86_400_000
/** For so long a server may be off, or a clock be corrected by so much: over a long weekend. */
export const maximumJumpMs = 4 * dayMs
/** Less is no news: time that was trusted by a small correction. */
const behindMs = dayMs

/**
 * The time after a look at the clock, which says `now`, when the server has run for `ranMs` since
 * the last. A clock that is ahead by more than the server ran and may have been off is not
 * trusted: time goes on by what the server runs, and as much again, so that a server that was
 * really off catches up by running for as long as it was off. So a wrong clock removes nothing
 * earlier than it should by more than the server ran with it.
 */
export function afterCheck({ clock, trusted }: SeenTime, now: number, ranMs: number): SeenTime {
  const plausible = ranMs + maximumJumpMs
  if (now - trusted <= plausible) return { clock: now, trusted: Math.max(now, trusted) }
  const step = now - clock
  const passed = step >= 0 && step <= plausible ? step : ranMs
  return { clock: now, trusted: Math.floor(trusted + passed + ranMs) }
}

export function clockStateOf({ clock, trusted }: SeenTime): ClockState {
  const byMs = clock - trusted
  if (byMs > 0) return { kind: 'ahead', byMs, agreesAt: clock + Math.max(0, byMs - maximumJumpMs) }
  return -byMs > behindMs ? { kind: 'behind', byMs: -byMs } : { kind: 'agrees' }
}
