import type { FunctionComponent } from 'react'
import type { Range } from '#kit/model/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'

/** What another feature says about moments and spans of time, beside a chart and in it. */
export interface ChartNotesProps {
  /** Those of the chart. */
  readonly sensors: readonly Sensor[]
  /** What is shown, ms UTC. */
  readonly range: Range
  readonly timezone: string
  /** A time that was picked in the chart, ms UTC. */
  readonly picked: number | null
  /** What was picked is done with. */
  readonly onUnpick: () => void
  /** Key of the span that stands out; keys are unique among all features. */
  readonly chosen: string | null
  readonly onChoose: (key: string | null) => void
  /**
   * Gives the chart what it marks, in place of what this feature gave before; the same list and
   * the same function as long as nothing changes.
   */
  readonly onSpans: (spans: readonly ChartSpan[]) => void
  /** The same for lines across the plot, in the unit in which readings are stored. */
  readonly onLevels: (levels: readonly ChartLevel[]) => void
}
export type ChartNotes = FunctionComponent<ChartNotesProps>

let notes: readonly ChartNotes[] = []

/** Names them in their order beside a chart; the application does this once, at its start. */
export function provideChartNotes(provided: readonly ChartNotes[]): void {
  notes = provided
}

/** Of every feature that has some. */
export function chartNotes(): readonly ChartNotes[] {
  return notes
}
