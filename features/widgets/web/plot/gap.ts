import { staleAfterIntervals } from '#kit/model/sensor.ts'
import { trendSlotMs } from '#kit/web/live/index.ts'

/** Of fewer points nobody can say how far apart they usually are. */
const fewPoints = 7

/**
 * After how long without a point a line of a sensor's recent past breaks, ms. What is stored
 * sparser than the sensor speaks (filled in later, or figures of minutes in the place of readings)
 * has no gap at each point: there the line breaks after three of the distances on average.
 */
export function gapOf(
  { intervalMs }: { readonly intervalMs: number },
  times: ArrayLike<number>,
): number {
  const expected = Math.max(staleAfterIntervals * intervalMs, 3 * trendSlotMs)
  const [first = 0, last = 0] = [times[0], times[times.length - 1]]
  if (times.length < fewPoints) return expected
  return Math.max(expected, (3 * (last - first)) / (times.length - 1))
}
