import type { FunctionComponent } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'

/** What another feature says about moments and spans of time, beside a chart and in it. */
export interface ChartOverlayProps {
  /** Those of the chart. */
  readonly sensors: readonly Sensor[]
  /** What is shown, ms UTC. */
  readonly range: Range
  readonly timezone: string
  /** Whether there is room beside the chart; without it what is said is in the chart alone. */
  readonly isListed: boolean
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
export type ChartOverlay = FunctionComponent<ChartOverlayProps>

/** The same for the plot of a widget, which shows the last minutes; it draws nothing itself. */
export type PlotOverlay = FunctionComponent<
  Pick<ChartOverlayProps, 'sensors' | 'timezone' | 'onSpans' | 'onLevels'>
>

/** Longest time that the plot of a widget shows, ms. */
export const plotMs = 15 * 60_000

/** What all features say of charts and plots, as one. */
interface Overlays {
  readonly ChartOverlay: ChartOverlay
  readonly PlotOverlay: PlotOverlay
}

let load: (() => Promise<Overlays>) | null = null

/** Names what fetches them; the application does this once, at its start. */
export function provideOverlays(provided: () => Promise<Overlays>): void {
  load = provided
}

/** Fetches them; null where there are none. */
export const overlaysLoader = (): typeof load => load
