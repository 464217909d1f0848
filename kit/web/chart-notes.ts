import { createElement, type FunctionComponent, type ReactNode } from 'react'
import type { Range } from '#kit/model/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
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
  /** Key of the span that stands out. */
  readonly chosen: string | null
  readonly onChoose: (key: string | null) => void
  /** Gives the chart what it marks; the same list as long as nothing changes. */
  readonly onSpans: (spans: readonly ChartSpan[]) => void
}

let notes: FunctionComponent<ChartNotesProps> | null = null

/** Names the feature that does so; the application does this once, at its start. */
export function provideChartNotes(provided: FunctionComponent<ChartNotesProps>): void {
  notes = provided
}

/** Whether there is such a feature. */
export const hasChartNotes = (): boolean => notes !== null

/** What it says; nothing where there is none. */
export function ChartNotes(props: ChartNotesProps): ReactNode {
  return notes && createElement(notes, props)
}
