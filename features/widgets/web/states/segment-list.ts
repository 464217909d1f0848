import type { StateSegment } from '#kit/ui/values/state-timeline.tsx'

/** Collects the segments of a window of `windowMs` up to `now` (ms UTC), oldest first. */
export function createSegmentList(windowMs: number, now: number) {
  const segments: { share: number; colour: string | null }[] = []
  return {
    segments: segments as readonly StateSegment[],
    /** What lies outside the window is cut off; two of one colour become one. */
    add(start: number, end: number, colour: string | null): void {
      const share = (Math.min(end, now) - Math.max(start, now - windowMs)) / windowMs
      if (share <= 0) return
      const last = segments.at(-1)
      if (last && last.colour === colour) last.share += share
      else segments.push({ share, colour })
    },
  }
}
