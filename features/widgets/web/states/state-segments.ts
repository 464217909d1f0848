import type { Span } from '#kit/web/live/index.ts'
import type { StateSegment } from '#kit/ui/values/state-timeline.tsx'
import { markedSpans } from '../plot/curve.ts'
import { createSegmentList } from './segment-list.ts'

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
  /** What the sensor reported at these times, and until the next one. */
  readonly valueAt: (index: number) => number | string
  /** The present value; null where it is not to be trusted. */
  readonly held: HeldValue | null
  /** Last moment that counts: now, or the last reading of a sensor that fell silent. */
  readonly until: number
  /** Bad and uncertain readings in a row, oldest first. */
  readonly bad: readonly Span[]
  readonly uncertain: readonly Span[]
}

/**
 * The states of the window as segments of colour, oldest first. What lies before the first known
 * point, or after `until`, has no colour. What was bad or uncertain is so until the next
 * reading that is not.
 */
export function segmentsOf(
  { windowMs, now, times, valueAt, held, until, bad, uncertain }: Past,
  paint: (value: number | string) => string | null,
): readonly StateSegment[] {
  const qualitySpans = {
    bad: markedSpans(times, bad, until),
    uncertain: markedSpans(times, uncertain, until),
  }
  const { segments, add } = createSegmentList(windowMs, now, qualitySpans)
  const earlier = held === null ? times : times.filter((time) => time < held.since)
  const end = held?.since ?? until
  add(now - windowMs, earlier[0] ?? held?.since ?? now, null)
  for (const [index, time] of earlier.entries())
    add(time, earlier[index + 1] ?? end, paint(valueAt(index)))
  if (held !== null) add(held.since, until, paint(held.value))
  return segments
}
