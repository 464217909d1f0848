import type { ShiftedSpan } from '#kit/ui/chart/data/comparison.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'

/** Spans of an earlier period on the axis of the present one, cut at the ends of its spans. */
export function onAxis<Span extends TimeRange>(
  spans: readonly Span[],
  shiftedSpans: readonly ShiftedSpan[],
): Span[] {
  return shiftedSpans.flatMap(({ from, to, shift }) =>
    spans
      .filter((span) => span.from < to && span.to > from)
      .map((span) => ({
        ...span,
        from: Math.max(span.from, from) + shift,
        to: Math.min(span.to, to) + shift,
      })),
  )
}
