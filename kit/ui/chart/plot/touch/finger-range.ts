import type { TimeRange } from '../../data/model.ts'
import { shortestZoomMs } from '../../data/zoom.ts'

/** Where fingers lie on a plot, CSS pixels from its left edge. */
export interface Fingers {
  readonly middle: number
  /** From the first to the last one; 0 of a single finger. */
  readonly distance: number
}

export function fingersAt(places: readonly number[]): Fingers {
  const [least, greatest] = [Math.min(...places), Math.max(...places)]
  return { middle: (least + greatest) / 2, distance: greatest - least }
}

/** Where fingers were put on a plot, and the range that it showed then. */
export interface HeldRange {
  readonly range: TimeRange
  readonly fingers: Fingers
}

/**
 * Fingers that are nearer count as this far apart, CSS pixels: of two that lie above each other a
 * move by a pixel would otherwise zoom as far as it goes.
 */
export const leastDistance = 24

/**
 * The range to show so that the times that lay under the fingers still do, on a plot that is
 * `width` pixels wide. It stays inside `whole` and is no shorter than the shortest zoom.
 */
export function rangeUnder(
  { range, fingers }: HeldRange,
  now: Fingers,
  { whole, width }: { readonly whole: TimeRange; readonly width: number },
): TimeRange {
  const before = range.to - range.from
  const longest = whole.to - whole.from
  const factor = Math.max(leastDistance, fingers.distance) / Math.max(leastDistance, now.distance)
  const length = Math.min(longest, Math.max(shortestZoomMs, Math.round(before * factor)))
  const time = range.from + (fingers.middle / width) * before
  const from = time - (now.middle / width) * length
  const inside = Math.max(whole.from, Math.min(whole.to - length, Math.round(from)))
  return { from: inside, to: inside + length }
}
