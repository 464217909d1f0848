import type { Gap } from './gaps.ts'
import type { TimeSpan } from './model.ts'
import type { Entries } from './series.ts'

/** A stretch of time in one state; `state` null: several states within one pixel column. */
export interface Segment extends TimeSpan {
  readonly state: string | null
}

/** The states that numeric codes say, each lasting until the next reading or until a gap. Neighbours of equal state are one segment. */
export function segmentsOf(entries: Entries, gaps: readonly Gap[], end: number): Segment[] {
  const silentAfter = new Map(gaps.map((gap) => [gap.after, gap.from]))
  const segments: Segment[] = []
  for (let index = 0; index < entries.length; index++) {
    const until = silentAfter.get(index) ?? entries.firstTime[index + 1] ?? Math.max(end, entries.lastTime[index] ?? 0)
    const from = entries.firstTime[index] ?? 0
    const turn = entries.lastTime[index] ?? 0
    for (const segment of columnStates(entries, index, from, turn)) append(segments, segment)
    append(segments, { from: turn, to: until, state: String(entries.last[index]) })
  }
  return segments
}

/**
 * The states within a column, before its last reading. A column that goes from one state to another is cut in its middle: when exactly is
 * not known, and is less than the column. Only where there must have been more states, or a way there and back, it is left open.
 */
function columnStates(entries: Entries, index: number, from: number, to: number): Segment[] {
  const first = entries.first[index] ?? 0
  const last = entries.last[index] ?? 0
  const least = entries.minimum[index] ?? 0
  const greatest = entries.maximum[index] ?? 0
  if (Math.min(first, last) !== least || Math.max(first, last) !== greatest) return [{ from, to, state: null }]
  const middle = first === last ? to : Math.round((from + to) / 2)
  return [
    { from, to: middle, state: String(first) },
    { from: middle, to, state: String(last) },
  ]
}

function append(segments: Segment[], next: Segment): void {
  const before = segments.at(-1)
  if (before && before.state === next.state && before.to === next.from) segments[segments.length - 1] = { ...before, to: next.to }
  else if (next.to > next.from) segments.push(next)
}

/** How long each state lasted within `range`, in ms, longest first; `total` is all of them together. */
export function stateShares(
  segments: readonly Segment[],
  range: TimeSpan,
): { total: number; shares: { state: string | null; ms: number }[] } {
  const lasting = new Map<string | null, number>()
  let total = 0
  for (const { from, to, state } of segments) {
    const ms = Math.min(to, range.to) - Math.max(from, range.from)
    if (ms <= 0) continue
    lasting.set(state, (lasting.get(state) ?? 0) + ms)
    total += ms
  }
  const shares = [...lasting].map(([state, ms]) => ({ state, ms })).toSorted((one, other) => other.ms - one.ms)
  return { total, shares }
}
