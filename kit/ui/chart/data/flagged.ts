import type { Gap } from './gaps.ts'
import type { TimeRange } from './model.ts'
import type { Entries, FlaggedReadings, Readings } from './series.ts'

const bad = 2

/** Bad readings, one by one or by column, oldest first; times in ms UTC. */
export interface BadReadings {
  readonly firstTime: readonly number[]
  readonly lastTime: readonly number[]
  readonly count: readonly number[]
}

/** Where the bad readings of a series are. */
export function badReadings(readings: Readings): BadReadings {
  if (readings.kind === 'columns') return ofQuality(readings.flagged, bad)
  const { time, value, quality } = readings
  const times = time.filter((_, index) => quality[index] === bad || value[index] === null)
  return { firstTime: times, lastTime: times, count: times.map(() => 1) }
}

/** Those flagged readings that are of one quality. */
export function ofQuality(flagged: FlaggedReadings | undefined, code: number): BadReadings {
  if (!flagged) return { firstTime: [], lastTime: [], count: [] }
  const pick = (list: readonly number[]) =>
    list.filter((_, index) => flagged.quality[index] === code)
  return {
    firstTime: pick(flagged.firstTime),
    lastTime: pick(flagged.lastTime),
    count: pick(flagged.count),
  }
}

type Lists = {
  -readonly [Name in keyof Omit<Entries, 'length'>]: NonNullable<Entries[Name]>[number][]
}

/**
 * Entries with the bad readings among them: an entry that has nothing else has no values (NaN) and
 * a `count` of 0. A column that has usable readings too stays one entry. The same entries when
 * nothing is bad.
 */
export function withBad(entries: Entries, readings: BadReadings): Entries {
  if (readings.count.length === 0) return entries
  const lists: Lists = {
    ...{ firstTime: [], lastTime: [], first: [], minimum: [], maximum: [], last: [] },
    ...{ count: [], uncertain: [], badCount: [] },
  }
  let next = 0
  const timesOf = (index: number) => ({
    from: readings.firstTime[index] ?? Infinity,
    to: readings.lastTime[index] ?? Infinity,
    count: readings.count[index] ?? 0,
  })
  for (let index = 0; index < entries.length; index++) {
    while (timesOf(next).to < (entries.firstTime[index] ?? 0)) addBad(lists, timesOf(next++))
    addUsable(lists, entries, index)
    while (timesOf(next).from <= (entries.lastTime[index] ?? 0)) widen(lists, timesOf(next++))
  }
  while (next < readings.count.length) addBad(lists, timesOf(next++))
  return { ...lists, length: lists.count.length }
}

interface Column extends TimeRange {
  readonly count: number
}

function addBad(lists: Lists, { from, to, count }: Column): void {
  lists.firstTime.push(from)
  lists.lastTime.push(to)
  for (const name of ['first', 'minimum', 'maximum', 'last'] as const) lists[name].push(NaN)
  lists.count.push(0)
  lists.uncertain.push(false)
  lists.badCount.push(count)
}

function addUsable(lists: Lists, entries: Entries, index: number): void {
  const names = ['firstTime', 'lastTime', 'first', 'minimum', 'maximum', 'last'] as const
  for (const name of names) lists[name].push(entries[name][index] ?? NaN)
  lists.count.push(entries.count?.[index] ?? 1)
  lists.uncertain.push(entries.uncertain?.[index] ?? false)
  lists.badCount.push(0)
}

/** Bad readings within the newest entry. */
function widen(lists: Lists, { from, to, count }: Column): void {
  const index = lists.count.length - 1
  lists.firstTime[index] = Math.min(from, lists.firstTime[index] ?? from)
  lists.lastTime[index] = Math.max(to, lists.lastTime[index] ?? to)
  lists.badCount[index] = count + (lists.badCount[index] ?? 0)
}

/** Spans of time in which readings are not good, in the order of time. */
export interface QualitySpans {
  readonly bad: readonly TimeRange[]
  readonly uncertain: readonly TimeRange[]
}

/**
 * Where the drawing must say that readings are bad or uncertain. A reading counts until the next
 * one, the last one until `end`, but for gaps; bad ones in a column of usable ones count within it.
 */
export function qualitySpansOf(marked: Entries, gaps: readonly Gap[], end: number): QualitySpans {
  const silent = new Map(gaps.map(({ after, from }) => [after, from]))
  const { firstTime, lastTime, badCount, uncertain, length } = marked
  const until = (index: number) =>
    silent.get(index) ?? firstTime[index + 1] ?? Math.max(end, lastTime[index] ?? end)
  const isBadAlone = (index: number) => marked.count?.[index] === 0
  const found: { bad: TimeRange[]; uncertain: TimeRange[] } = { bad: [], uncertain: [] }
  for (let index = 0; index < length; index++) {
    const from = firstTime[index] ?? 0
    if ((badCount?.[index] ?? 0) > 0)
      append(found.bad, { from, to: isBadAlone(index) ? until(index) : (lastTime[index] ?? from) })
    if (uncertain?.[index]) append(found.uncertain, { from, to: until(index) })
  }
  return found
}

function append(qualitySpans: TimeRange[], next: TimeRange): void {
  const before = qualitySpans.at(-1)
  if (before?.to === next.from) qualitySpans[qualitySpans.length - 1] = { ...before, to: next.to }
  else qualitySpans.push(next)
}

const isBefore = (one = Infinity, other = -Infinity) => one < other

/**
 * Where the line of the usable entries is broken: at gaps, and where all readings between two of
 * them are bad. `gaps` are those of the marked entries; `after` of the result counts in `entries`.
 */
export function lineBreaks(
  entries: Entries,
  marked: Entries,
  gaps: readonly Gap[],
): readonly Gap[] {
  if (marked === entries) return gaps
  const silent = new Set(gaps.map(({ after }) => after))
  const breaks: Gap[] = []
  let usable = -1
  let isBroken = false
  for (let index = 0; index < marked.length; index++) {
    const isUsable = marked.count?.[index] !== 0
    // Bad readings of a column may lie before its first usable one, or after its last.
    if (isUsable && isBefore(marked.firstTime[index], entries.firstTime[usable + 1]))
      isBroken = true
    if (isUsable && usable >= 0 && isBroken) {
      const from = entries.lastTime[usable] ?? 0
      breaks.push({ from, to: entries.firstTime[usable + 1] ?? from, after: usable })
    }
    if (isUsable) usable++
    isBroken =
      !isUsable || silent.has(index) || isBefore(entries.lastTime[usable], marked.lastTime[index])
  }
  return breaks
}
