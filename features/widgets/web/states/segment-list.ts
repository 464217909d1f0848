import type { BadSpan } from '#kit/web/live/index.ts'
import type { StateSegment } from '#kit/ui/values/state-timeline.tsx'

/**
 * Collects the segments of a window of `windowMs` up to `now` (ms UTC), oldest first. `bad`: what
 * was bad within it, oldest first, whatever is added of that time.
 */
export function createSegmentList(windowMs: number, now: number, bad: readonly BadSpan[] = []) {
  const segments: { share: number; colour: string | null; isBad: boolean }[] = []
  const append = (start: number, end: number, colour: string | null, isBad: boolean) => {
    const share = (Math.min(end, now) - Math.max(start, now - windowMs)) / windowMs
    if (share <= 0) return
    const last = segments.at(-1)
    if (last && last.colour === colour && last.isBad === isBad) last.share += share
    else segments.push({ share, colour, isBad })
  }
  return {
    segments: segments as readonly StateSegment[],
    /** What lies outside the window is cut off; two of one colour become one. */
    add(start: number, end: number, colour: string | null): void {
      let at = start
      for (const { from, to } of bad) {
        if (to <= at || from >= end) continue
        append(at, from, colour, false)
        append(Math.max(at, from), Math.min(end, to), null, true)
        at = to
      }
      append(at, end, colour, false)
    },
  }
}
