import type { Entries } from './series.ts'

/**
 * A span without readings, ms UTC. `after`: index of the entry before it, -1 when it begins with
 * the range.
 */
export interface Gap {
  readonly from: number
  readonly to: number
  readonly after: number
}

/** Entries without their values. */
export type Times = Pick<Entries, 'length' | 'firstTime' | 'lastTime' | 'count'>

/** Silence longer than this many intervals is a gap. */
const factor = 3
/** How many distances on either side say what spacing is usual here. */
const neighbours = 5

/**
 * Spans in which readings are missing: the time between neighbours is more than 3 × the larger
 * of the expected interval and the spacing usual just there (a sensor that sends less often than
 * expected has no gaps at every step). The ends of `range` count as neighbours, so missing readings
 * at its beginning and end are gaps too. `range.to` must not lie in the future.
 */
export function findGaps(
  entries: Times,
  range: { from: number; to: number },
  intervalMs: number,
): Gap[] {
  const { firstTime, lastTime, length } = entries
  if (length === 0)
    return range.to > range.from ? [{ from: range.from, to: range.to, after: -1 }] : []
  const gaps: Gap[] = []
  const threshold = factor * intervalMs
  const addWhenLong = (from: number, to: number, after: number) => {
    // The cheap comparison first: the local spacing can only raise the threshold.
    if (to - from > threshold && to - from > factor * usualSpacing(entries, after))
      gaps.push({ from, to, after })
  }
  addWhenLong(range.from, firstTime[0] ?? 0, -1)
  for (let index = 0; index + 1 < length; index++)
    addWhenLong(lastTime[index] ?? 0, firstTime[index + 1] ?? 0, index)
  addWhenLong(lastTime[length - 1] ?? 0, range.to, length - 1)
  return gaps
}

/**
 * Median of the distances between readings around the step after entry `index`, that step itself
 * left out; 0 when there are none.
 */
function usualSpacing(entries: Times, index: number): number {
  const { firstTime, lastTime, count, length } = entries
  const distances: number[] = []
  for (
    let at = Math.max(0, index - neighbours);
    at <= Math.min(length - 1, index + neighbours);
    at++
  ) {
    const inside = (count?.[at] ?? 1) - 1
    if (inside > 0) distances.push(((lastTime[at] ?? 0) - (firstTime[at] ?? 0)) / inside)
    if (at !== index && at + 1 < length)
      distances.push((firstTime[at + 1] ?? 0) - (lastTime[at] ?? 0))
  }
  distances.sort((one, other) => one - other)
  return distances[Math.floor((distances.length - 1) / 2)] ?? 0
}
