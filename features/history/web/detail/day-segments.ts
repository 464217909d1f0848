import type { TimeRange } from '#kit/ui/chart/data/model.ts'
import type { Segment } from '#kit/ui/chart/data/segments.ts'
import { knownSegments, qualitySpansOfChanges } from '#kit/ui/chart/data/quality-spans.ts'
import type { DayStates } from '../../contract/states-routes.ts'

/**
 * The states of a day from its changes, until `covered.to`; no time without a value, no gap and no
 * time of bad readings is in one. Null: older changes are not listed, so that the day is not whole.
 */
export function daySegments(
  { before, time, state, quality, truncated }: DayStates,
  gaps: readonly TimeRange[],
  covered: TimeRange,
): readonly Segment[] | null {
  if (truncated) return null
  const starts = [
    { from: covered.from, state: before },
    ...time.map((from, index) => ({ from, state: state[index] ?? null })),
  ]
  const segments = starts.flatMap(({ from, state: value }, index) => {
    const to = Math.min(starts[index + 1]?.from ?? covered.to, covered.to)
    return value === null || from >= to ? [] : [{ from, to, state: value }]
  })
  return knownSegments(segments, gaps, qualitySpansOfChanges(quality, gaps, covered))
}
