import type { ShiftedStretch } from '#kit/ui/chart/data/comparison.ts'
import type { TimeRange } from '#kit/ui/chart/data/model.ts'

/** Spans of an earlier period on the axis of the present one, cut at the ends of its stretches. */
export function onAxis<Span extends TimeRange>(
  spans: readonly Span[],
  stretches: readonly ShiftedStretch[],
): Span[] {
  return stretches.flatMap(({ from, to, shift }) =>
    spans
      .filter((span) => span.from < to && span.to > from)
      .map((span) => ({
        ...span,
        from: Math.max(span.from, from) + shift,
        to: Math.min(span.to, to) + shift,
      })),
  )
}
