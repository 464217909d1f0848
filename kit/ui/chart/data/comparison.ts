import type { ChartData, TimeRange } from './model.ts'
import { isolatedPoints, type Line } from './line.ts'
import { nearestEntry } from './series.ts'

/** A span of an earlier period, ms UTC, and what leads from its times to those of the axis. */
export interface ShiftedSpan extends TimeRange {
  readonly shift: number
}

/** An earlier period that is drawn under the present one, on its axis of time. */
export interface Comparison {
  readonly data: ChartData
  readonly shiftedSpans: readonly ShiftedSpan[]
  /** Its line with the times of the axis; broken between spans, which may overlap. */
  readonly line: Line
}

/** What lies in no span is left out of the drawing. */
export function comparisonOf(data: ChartData, shiftedSpans: readonly ShiftedSpan[]): Comparison {
  const { time, value, dotted } = data.line
  const shifted = {
    time: [] as number[],
    value: [] as (number | null)[],
    dotted: [] as (number | null)[],
  }
  const add = (at: number, shown: number | null, dot: number | null) => {
    shifted.time.push(at)
    shifted.value.push(shown)
    shifted.dotted.push(dot)
  }
  for (const { from, to, shift } of shiftedSpans) {
    for (const [index, at] of time.entries())
      if (at >= from && at < to) add(at + shift, value[index] ?? null, dotted?.[index] ?? null)
    add(to + shift, null, null)
  }
  return {
    ...{ data, shiftedSpans },
    line: {
      ...shifted,
      dotted: dotted === null ? null : shifted.dotted,
      alone: isolatedPoints(shifted.value),
    },
  }
}

/** Least and greatest value of the line within a span of the axis; null where it has none. */
export function comparedExtremes(
  { line: { time, value, dotted } }: Comparison,
  { from, to }: TimeRange,
): { readonly minimum: number; readonly maximum: number } | null {
  let minimum = Infinity
  let maximum = -Infinity
  for (const [index, at] of time.entries()) {
    const shown = value[index] ?? dotted?.[index] ?? null
    if (shown === null || at < from || at > to) continue
    minimum = Math.min(minimum, shown)
    maximum = Math.max(maximum, shown)
  }
  return minimum <= maximum ? { minimum, maximum } : null
}

/** The entry of the earlier period at a time of the axis; null where it has nothing to say. */
export function comparedEntry({ data, shiftedSpans }: Comparison, time: number): number | null {
  const { marked, gaps } = data
  const span = shiftedSpans.find(({ from, to, shift }) => from + shift <= time && time < to + shift)
  if (!span) return null
  const at = time - span.shift
  const index = nearestEntry(marked, at)
  return gaps.some(({ from, to }) => from < at && at < to) ? null : index
}
