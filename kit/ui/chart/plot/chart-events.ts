import type { TimeRange } from '../data/model.ts'

/**
 * Where the plotting area lies inside the chart, CSS pixels; for what is drawn above or below it.
 */
export interface ChartLayout {
  readonly left: number
  readonly width: number
  /** The same width in pixels of the screen: a line has so many columns. */
  readonly pixels: number
}

export const noLayout: ChartLayout = { left: 0, width: 0, pixels: 0 }

export interface ChartEvents {
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
  /** The time under the crosshair, ms UTC; null: there is none. */
  readonly onCursor: (time: number | null, byKeyboard: boolean) => void
  readonly onLayout: (layout: ChartLayout) => void
  /** A time was pressed, by the pointer or by Enter. */
  readonly onPick: (time: number) => void
}

/** Whose chart it is: what happens on it, and the whole period, which no finger leaves. */
export interface ChartOwner extends ChartEvents {
  readonly whole: TimeRange
}
