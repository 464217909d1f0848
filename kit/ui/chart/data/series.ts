/**
 * Readings one by one, oldest first. `quality`: 0 good, 1 uncertain, 2 bad. Times are ms UTC; a
 * null, "no value", is always bad.
 */
export interface RawReadings {
  readonly kind: 'raw'
  readonly time: readonly number[]
  readonly value: readonly (number | null)[]
  readonly quality: readonly number[]
}

/**
 * Where readings are bad or uncertain: one entry per pixel column and quality, in the order of the
 * columns.
 */
export interface FlaggedReadings {
  readonly quality: readonly number[]
  readonly firstTime: readonly number[]
  readonly lastTime: readonly number[]
  readonly count: readonly number[]
}

/**
 * One entry per pixel column that holds readings (M4): first, minimum, maximum and last value,
 * first and last time, how many.
 */
export interface ColumnReadings {
  readonly kind: 'columns'
  readonly columnMs: number
  readonly firstTime: readonly number[]
  readonly lastTime: readonly number[]
  readonly first: readonly number[]
  readonly minimum: readonly number[]
  readonly maximum: readonly number[]
  readonly last: readonly number[]
  readonly count: readonly number[]
  /** Bad readings are in none of the above; absent: none is bad or uncertain. */
  readonly flagged?: FlaggedReadings
}

export type Readings = RawReadings | ColumnReadings

/**
 * What the chart works on: entries in time order, each a single reading or a column of them. For
 * single readings the four value lists are one and the same list. `count` null: every entry is one
 * reading. `uncertain` null: none is. `badCount` null: entries hold no bad reading.
 */
export interface Entries {
  readonly length: number
  readonly firstTime: readonly number[]
  readonly lastTime: readonly number[]
  readonly first: readonly number[]
  readonly minimum: readonly number[]
  readonly maximum: readonly number[]
  readonly last: readonly number[]
  readonly count: readonly number[] | null
  readonly uncertain: readonly boolean[] | null
  readonly badCount: readonly number[] | null
}

const bad = 2
const uncertain = 1

/** Entries of a series. Bad readings are left out: they are no values. */
export function entriesOf(readings: Readings): Entries {
  if (readings.kind === 'columns') {
    const { firstTime, lastTime, first, minimum, maximum, last, count } = readings
    return {
      length: firstTime.length,
      firstTime,
      lastTime,
      first,
      minimum,
      maximum,
      last,
      count,
      uncertain: uncertainColumns(readings),
      badCount: null,
    }
  }
  const { time, value, quality } = withoutBad(readings)
  return {
    length: time.length,
    firstTime: time,
    lastTime: time,
    first: value,
    minimum: value,
    maximum: value,
    last: value,
    count: null,
    uncertain: quality.includes(uncertain) ? quality.map((code) => code === uncertain) : null,
    badCount: null,
  }
}

/** Whether the columns hold an uncertain reading; null when none does. */
function uncertainColumns({ firstTime, lastTime, flagged }: ColumnReadings): boolean[] | null {
  const times = flagged?.firstTime.filter((_, index) => flagged.quality[index] === uncertain) ?? []
  if (times.length === 0) return null
  let next = 0
  return firstTime.map((from, index) => {
    while ((times[next] ?? Infinity) < from) next++
    return (times[next] ?? Infinity) <= (lastTime[index] ?? from)
  })
}

function withoutBad({ time, value, quality }: RawReadings) {
  const usable: number[] = []
  for (const [index, code] of quality.entries())
    if (code !== bad && value[index] !== null) usable.push(index)
  const pick = (list: readonly (number | null)[]) => usable.map((index) => list[index] ?? 0)
  return { time: pick(time), value: pick(value), quality: pick(quality) }
}

/** How many readings are behind the entries. */
export function readingCount(entries: Entries): number {
  return entries.count ? entries.count.reduce((sum, count) => sum + count, 0) : entries.length
}

/** The entry nearest in time to `time`; null when there is none. */
export function nearestEntry(entries: Entries, time: number): number | null {
  if (entries.length === 0) return null
  let low = 0
  let high = entries.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((entries.firstTime[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  const next = low + 1
  if (next >= entries.length) return low
  const behind = Math.max(0, time - (entries.lastTime[low] ?? 0))
  return (entries.firstTime[next] ?? 0) - time < behind ? next : low
}
