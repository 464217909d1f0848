import type { ChartLevel } from './levels.ts'
import type { TimeRange } from './model.ts'

/**
 * A moment (`to` is `from`) or a span of time, ms UTC, of which a feature has something to say: an
 * annotation, an alarm.
 */
export interface ChartSpan extends TimeRange {
  readonly key: string
  /** What it is and what is shown, in words, with its time. */
  readonly label: string
  /** Its number, or a sign as short. */
  readonly sign: string
  /** Name of its colour token. */
  readonly colour: string
  /** It is drawn as an outline: it did not count when it was there. */
  readonly isHollow?: boolean
  /** Of those that share a mark the one with the lowest gives it its sign; absent: the last. */
  readonly rank?: number
}

/** What is marked in a chart. */
export interface ChartMarks {
  readonly spans: readonly ChartSpan[]
  /** Key of the one that stands out. */
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
  /** Lines across a chart; among several curves those of the one that stands out. */
  readonly levels: readonly ChartLevel[]
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

/** The one of a mark that gives it its sign: the lowest rank, else the first. */
export function leadingSpan([first, ...others]: SpanGroup['spans']): ChartSpan {
  const rankOf = ({ rank = Infinity }: ChartSpan) => rank
  return others.reduce((one, other) => (rankOf(other) < rankOf(one) ? other : one), first)
}
