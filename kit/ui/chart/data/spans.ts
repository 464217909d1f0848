import type { TimeRange } from './model.ts'

/**
 * A moment (`to` is `from`) or a span of time, ms UTC, of which a feature has something to say: an
 * annotation, an alarm.
 */
export interface ChartSpan extends TimeRange {
  readonly key: string
  /** What it is and what is said, in words, with its time. */
  readonly label: string
  /** Its number, or a sign as short. */
  readonly sign: string
  /** Name of its colour token. */
  readonly colour: string
}

/** What is marked in a chart. */
export interface ChartMarks {
  readonly spans: readonly ChartSpan[]
  /** Key of the one that stands out. */
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
  /** A time was picked, ms UTC; absent: nothing is done with it. */
  readonly onPick?: ((time: number) => void) | undefined
}

/** Several spans whose marks would lie upon each other are one mark. */
export interface SpanGroup {
  /** CSS pixels from the left end of the plotting area. */
  readonly x: number
  readonly spans: readonly [ChartSpan, ...ChartSpan[]]
}

/** Narrower than this, CSS pixels, marks are joined. */
const markWidth = 22

/** The spans of which something is in view, each at its beginning, joined where they are close. */
export function spanGroups(
  spans: readonly ChartSpan[],
  { from, to }: TimeRange,
  width: number,
): SpanGroup[] {
  const groups: { x: number; spans: [ChartSpan, ...ChartSpan[]] }[] = []
  const perMs = width / Math.max(1, to - from)
  const shown = spans
    .filter((span) => span.to >= from && span.from <= to)
    .toSorted((one, other) => one.from - other.from)
  for (const span of shown) {
    const x = Math.max(0, (span.from - from) * perMs)
    const last = groups.at(-1)
    if (last && x - last.x < markWidth) last.spans.push(span)
    else groups.push({ x, spans: [span] })
  }
  return groups
}
