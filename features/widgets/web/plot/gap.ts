import { staleAfterIntervals } from '#kit/model/sensor.ts'
import { trendSlotMs } from '#kit/web/live/index.ts'

/** Of fewer points nobody can say how far apart they usually are. */
const fewPoints = 7

/**
 * After how long without a point a line of a sensor's recent past breaks, ms. What is stored
 * sparser than the sensor speaks (filled in later, or figures of minutes in the place of readings)
 * has no gap at each point: there the line breaks after three of the usual distances. The lower
 * middle of all distances is the usual one, so that outages are none, however many there are.
 */
export function gapOf(
  { intervalMs }: { readonly intervalMs: number },
  times: ArrayLike<number>,
): number {
  const expected = Math.max(staleAfterIntervals * intervalMs, 3 * trendSlotMs)
  if (times.length < fewPoints) return expected
  const distances = Float64Array.from(
    { length: times.length - 1 },
    (_, index) => (times[index + 1] ?? 0) - (times[index] ?? 0),
  ).toSorted()
  return Math.max(expected, 3 * (distances[(distances.length - 1) >> 1] ?? 0))
}
