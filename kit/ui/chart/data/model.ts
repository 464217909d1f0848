import { badReadings, lineBreaks, qualitySpansOf, withBad, type QualitySpans } from './flagged.ts'
import { findGaps, type Gap } from './gaps.ts'
import { lineOf, type Line } from './line.ts'
import { entriesOf, type Entries, type Readings } from './series.ts'
import type { ChartLevel } from './levels.ts'
import type { ChartSpan } from './spans.ts'
import { comparedExtremes, type Comparison } from './comparison.ts'
import type { OffsetAt, TickUnit } from './ticks.ts'
import { extremesWithin, joined, valueRange, type Limits } from './value-range.ts'

/** Two instants, ms UTC. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** How a chart writes; all of it in the language of the page and the zone of the site. */
export interface ChartFormat {
  /** What must be added to an instant to read the site's wall clock, in ms. */
  readonly offsetAt: OffsetAt
  /** A value with the sensor's decimals, without unit. */
  readonly value: (value: number) => string
  /** A label of the value axis. */
  readonly axisValue: (value: number, decimals: number) => string
  /** A label of the time axis. */
  readonly tick: (time: number, unit: TickUnit) => string
  /** The exact time under the crosshair. */
  readonly moment: (time: number) => string
}

/** Data prepared for drawing: computed once per reply, however often it is drawn. */
export interface ChartData {
  /** Usable readings: what is drawn. */
  readonly entries: Entries
  /** With the bad ones among them: what the crosshair and the table go through. */
  readonly marked: Entries
  readonly qualitySpans: QualitySpans
  /** Silence: neither usable nor bad readings. */
  readonly gaps: readonly Gap[]
  readonly line: Line
}

/**
 * Prepares a reply for drawing. `covered` is what was asked for, cut at the present: only within it
 * is silence a gap. `intervalMs` is how often a reading is expected.
 */
export function chartData(readings: Readings, covered: TimeRange, intervalMs: number): ChartData {
  const entries = entriesOf(readings)
  const marked = withBad(entries, badReadings(readings))
  const gaps = findGaps(marked, covered, intervalMs)
  const qualitySpans = qualitySpansOf(marked, gaps, covered.to)
  return {
    entries,
    marked,
    qualitySpans,
    gaps,
    line: lineOf(entries, lineBreaks(entries, marked, gaps)),
  }
}

/** How a limit is named in the margin: `Upper limit`, and below it `210.0`. */
export interface LimitName {
  readonly name: string
  readonly figure: string
}

/** All that one drawing of the chart depends on, besides its size and its colours. */
export interface ChartPicture {
  readonly data: ChartData
  readonly range: TimeRange
  readonly valueRange: readonly [low: number, high: number]
  readonly limits: Limits
  readonly limitNames: { readonly lower: LimitName; readonly upper: LimitName }
  readonly gapName: string
  readonly qualityNames: { readonly bad: string; readonly uncertain: string }
  readonly format: ChartFormat
  readonly spans: readonly ChartSpan[]
  /** Key of the span that stands out. */
  readonly chosenSpan: string | null
  /** Lines across the plot, besides the limits. */
  readonly levels: readonly ChartLevel[]
  /** The same sensor in an earlier period. */
  readonly comparison: Comparison | null
}

export function chartPicture(
  data: ChartData,
  rest: Omit<ChartPicture, 'data' | 'valueRange'>,
): ChartPicture {
  const { range, limits, comparison, levels } = rest
  const extremes = joined(
    extremesWithin(data.entries, range.from, range.to),
    comparison && comparedExtremes(comparison, range),
  )
  const lines = levels.map(({ value }) => value)
  return { data, valueRange: valueRange(extremes, limits, lines), ...rest }
}

/**
 * What the crosshair is on: one reading, or a pixel column of `count` readings between `from` and
 * `to`.
 */
export interface CursorReading {
  readonly from: number
  readonly to: number
  readonly minimum: number
  readonly maximum: number
  readonly last: number
  /** How many of them are usable; 0: it has no value (NaN), all are bad. */
  readonly count: number
  readonly uncertain: boolean
  readonly badCount: number
}

export function cursorReading(entries: Entries, index: number): CursorReading {
  return {
    from: entries.firstTime[index] ?? 0,
    to: entries.lastTime[index] ?? 0,
    minimum: entries.minimum[index] ?? 0,
    maximum: entries.maximum[index] ?? 0,
    last: entries.last[index] ?? 0,
    count: entries.count?.[index] ?? 1,
    uncertain: entries.uncertain?.[index] ?? false,
    badCount: entries.badCount?.[index] ?? 0,
  }
}

/** The newest usable reading; null when there is none. */
export function lastReading({ lastTime, last, uncertain }: Entries): CursorReading | null {
  const time = lastTime.at(-1)
  const value = last.at(-1)
  if (time === undefined || value === undefined) return null
  return {
    from: time,
    to: time,
    minimum: value,
    maximum: value,
    last: value,
    count: 1,
    uncertain: uncertain?.at(-1) ?? false,
    badCount: 0,
  }
}
