import type { TimeRange } from './model.ts'
import type { Entries } from './series.ts'

/** A span of time in one state; `state` null: several states within one pixel column. */
export interface Segment extends TimeRange {
  readonly state: string | null
}

/** The state in which a range begins, because it was stated before. */
export interface StartState {
  readonly from: number
  readonly state: string
}

/**
 * The states that numeric codes say, each lasting until the next reading, the last one until `end`;
 * what lies in a gap is in none. Neighbours of equal state are one segment. With `start` the time
 * before the first reading is known too.
 */
export function segmentsOf(
  entries: Entries,
  gaps: readonly TimeRange[],
  end: number,
  start: StartState | null = null,
): Segment[] {
  const segments: Segment[] = []
  if (start) append(segments, { ...start, to: entries.firstTime[0] ?? end })
  for (let index = 0; index < entries.length; index++) {
    const until = entries.firstTime[index + 1] ?? Math.max(end, entries.lastTime[index] ?? 0)
    const from = entries.firstTime[index] ?? 0
    const turn = entries.lastTime[index] ?? 0
    for (const segment of columnStates(entries, index, from, turn)) append(segments, segment)
    append(segments, { from: turn, to: until, state: String(entries.last[index]) })
  }
  return outsideGaps(segments, gaps)
}

/**
 * The states within a column, before its last reading. A column that goes from one state to another
 * is cut in its middle: when exactly is not known, and is less than the column. Only where there
 * must have been more states, or a way there and back, it is left open.
 */
function columnStates(entries: Entries, index: number, from: number, to: number): Segment[] {
  const first = entries.first[index] ?? 0
  const last = entries.last[index] ?? 0
  const low = entries.minimum[index] ?? 0
  const high = entries.maximum[index] ?? 0
  if (Math.min(first, last) !== low || Math.max(first, last) !== high)
    return [{ from, to, state: null }]
  const middle = first === last ? to : Math.round((from + to) / 2)
  return [
    { from, to: middle, state: String(first) },
    { from: middle, to, state: String(last) },
  ]
}

function append(segments: Segment[], next: Segment): void {
  const before = segments.at(-1)
  if (before && before.state === next.state && before.to === next.from)
    segments[segments.length - 1] = { ...before, to: next.to }
  else if (next.to > next.from) segments.push(next)
}

/**
 * What is left of segments where there are gaps; both in the order of time. One that begins with a
 * gap stays in the list, and lasts no time, also when gaps are taken out again.
 */
export function outsideGaps(segments: readonly Segment[], gaps: readonly TimeRange[]): Segment[] {
  const left: Segment[] = []
  let next = 0
  for (const { from, to, state } of segments) {
    let start = from
    while (next > 0 && (gaps[next - 1]?.to ?? 0) > from) next--
    while ((gaps[next]?.to ?? Infinity) <= from) next++
    if (from === to && !((gaps[next]?.from ?? Infinity) < from)) left.push({ from, to, state })
    for (let gap = gaps[next]; gap && gap.from < to; gap = gaps[++next]) {
      if (gap.from > start || gap.from === from) left.push({ from: start, to: gap.from, state })
      start = Math.max(start, gap.to)
    }
    if (start < to) left.push({ from: start, to, state })
  }
  return left
}

/**
 * How long each state lasted within `range`, in ms, longest first; `unknownMs` is the rest of it,
 * in no state.
 */
export function stateShares(
  segments: readonly Segment[],
  range: TimeRange,
): { unknownMs: number; shares: { state: string | null; ms: number }[] } {
  const lasting = new Map<string | null, number>()
  let unknownMs = Math.max(0, range.to - range.from)
  for (const { from, to, state } of segments) {
    const ms = Math.min(to, range.to) - Math.max(from, range.from)
    if (ms <= 0) continue
    lasting.set(state, (lasting.get(state) ?? 0) + ms)
    unknownMs -= ms
  }
  const shares = [...lasting]
    .map(([state, ms]) => ({ state, ms }))
    .toSorted((one, other) => other.ms - one.ms)
  return { unknownMs: Math.max(0, unknownMs), shares }
}

/** How much of `range` lies in these spans of time, none of which overlap, in ms. */
export function lengthWithin(qualitySpans: readonly TimeRange[], range: TimeRange): number {
  return qualitySpans.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)),
    0,
  )
}

/** How often the state changed within `range`: from one to another, gap or not between them. */
export function changesOf(segments: readonly Segment[], range: TimeRange): number {
  const within = segments.filter(({ from, to }) => to > range.from && from < range.to)
  return within.filter(({ state, from }, index) => {
    const before = within[index - 1]
    return before !== undefined && from >= range.from && before.state !== state
  }).length
}
