import type { StateSpan } from '#kit/ui/values/state-strip.tsx'

/** A value that has held since a moment (ms UTC), whatever points are known of that time. */
export interface HeldValue {
  readonly value: number | string
  readonly since: number
}

interface Past {
  /** The window that is drawn, ms, with its end. */
  readonly windowMs: number
  readonly now: number
  /** ms UTC, oldest first. */
  readonly times: readonly number[]
  /** What the sensor said at these times, and until the next one. */
  readonly valueAt: (index: number) => number | string
  /** The present value; null where it is not to be trusted. */
  readonly held: HeldValue | null
  /** Last moment that counts: now, or the last reading of a sensor that fell silent. */
  readonly until: number
}

/**
 * The states of the window as stretches of colour, oldest first. What lies before the first known
 * point, or after `until`, has no colour.
 */
export function spansOf(
  { windowMs, now, times, valueAt, held, until }: Past,
  paint: (value: number | string) => string | null,
): StateSpan[] {
  const from = now - windowMs
  const spans: { share: number; colour: string | null }[] = []
  const add = (start: number, end: number, colour: string | null) => {
    const share = (Math.min(end, now) - Math.max(start, from)) / windowMs
    if (share <= 0) return
    const last = spans.at(-1)
    if (last && last.colour === colour) last.share += share
    else spans.push({ share, colour })
  }
  const earlier = held === null ? times : times.filter((time) => time < held.since)
  const end = held?.since ?? until
  add(from, earlier[0] ?? held?.since ?? now, null)
  for (const [index, time] of earlier.entries())
    add(time, earlier[index + 1] ?? end, paint(valueAt(index)))
  if (held !== null) add(held.since, until, paint(held.value))
  return spans
}
