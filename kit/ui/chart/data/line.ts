import type { Gap } from './gaps.ts'
import type { Entries } from './series.ts'

/**
 * The polyline to draw, as aligned lists. Null in `value` breaks the line. `dotted` holds the
 * spans that touch an uncertain reading; null when there are none. `alone`: indices of points
 * without a neighbour to draw a line to.
 */
export interface Line {
  readonly time: number[]
  readonly value: (number | null)[]
  readonly dotted: (number | null)[] | null
  readonly alone: number[]
}

/**
 * Draws entries as a line: a single reading is a point; a column of readings goes first → extremes
 * → last, so that every pixel that the line through all its readings touches is touched. Times
 * never go backwards. Gaps are not bridged.
 */
export function lineOf(entries: Entries, gaps: readonly Gap[]): Line {
  const time: number[] = []
  const value: (number | null)[] = []
  const uncertain: boolean[] | null = entries.uncertain ? [] : null
  let next = gaps.findIndex(({ after }) => after >= 0)
  for (let index = 0; index < entries.length; index++) {
    addPoints(time, value, entries, index)
    uncertain?.push(entries.uncertain?.[index] ?? false)
    const gap = next >= 0 ? gaps[next] : undefined
    if (gap?.after !== index || index + 1 === entries.length) continue
    time.push((gap.from + gap.to) / 2)
    value.push(null)
    uncertain?.push(false)
    next++
  }
  const alone = isolatedPoints(value)
  return uncertain
    ? { time, alone, ...splitUncertain(value, uncertain) }
    : { time, value, dotted: null, alone }
}

/**
 * One to four points: first, the two extremes where first and last are not those already, last.
 * Written straight into the lists: a day of single readings is 86,400 calls.
 */
function addPoints(
  time: number[],
  value: (number | null)[],
  entries: Entries,
  index: number,
): void {
  const firstTime = entries.firstTime[index] ?? 0
  const first = entries.first[index] ?? 0
  time.push(firstTime)
  value.push(first)
  if (!entries.count || entries.count[index] === 1) return
  const lastTime = entries.lastTime[index] ?? 0
  const last = entries.last[index] ?? 0
  const minimum = entries.minimum[index] ?? 0
  const maximum = entries.maximum[index] ?? 0
  const middle = (firstTime + lastTime) / 2
  // Which extreme came first is unknown and cannot be seen within one pixel: take the shorter way.
  const isMinimumFirst = Math.abs(first - minimum) <= Math.abs(first - maximum)
  for (const extreme of isMinimumFirst ? [minimum, maximum] : [maximum, minimum]) {
    if (extreme === first || extreme === last) continue
    time.push(middle)
    value.push(extreme)
  }
  time.push(lastTime)
  value.push(last)
}

/** Indices of the points that have no neighbour to draw a line to. */
export function isolatedPoints(value: readonly (number | null)[]): number[] {
  const alone: number[] = []
  const isBreak = (index: number) => index < 0 || index >= value.length || value[index] === null
  for (let index = 0; index < value.length; index++) {
    if (!isBreak(index) && isBreak(index - 1) && isBreak(index + 1)) alone.push(index)
  }
  return alone
}

/** Solid where both ends of a step are good, dotted where one is not. */
function splitUncertain(value: readonly (number | null)[], uncertain: readonly boolean[]) {
  return {
    value: value.map((what, index) => (uncertain[index] ? null : what)),
    dotted: value.map((what, index) =>
      uncertain[index] || uncertain[index - 1] || uncertain[index + 1] ? what : null,
    ),
  }
}
