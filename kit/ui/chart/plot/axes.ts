import type uPlot from 'uplot'
import type { ChartFormat, TimeRange } from '../data/model.ts'
import { timeTicks, valueTicks } from '../data/ticks.ts'
import type { ChartColours } from './theme.ts'

/** Room around the plotting area, CSS pixels. The left side grows with the labels. */
export const margin = { top: 14, right: 20, bottom: 24, left: 48 } as const

/**
 * Room that a label of the time axis takes with the space around it, CSS pixels: milliseconds are
 * long.
 */
export const labelSpace = (span: number): number => (span <= 20_000 ? 96 : 66)

interface TimeAxisSource {
  readonly range: () => TimeRange
  readonly format: () => Pick<ChartFormat, 'offsetAt' | 'tick'>
  readonly colours: () => ChartColours
  /** Room at the right of the plotting area, CSS pixels. */
  readonly right: (plot: uPlot) => number
}

/** The time axis below a plot, on the wall clock of the site. */
export function timeAxis({ range, format, colours, right }: TimeAxisSource): uPlot.Axis {
  const ticks = (plot: uPlot) => {
    const { from, to } = range()
    const room = plot.width - margin.left - right(plot)
    return timeTicks(from, to, room / labelSpace(to - from), format().offsetAt)
  }
  return {
    scale: 'x',
    size: margin.bottom,
    gap: 4,
    font: colours().font,
    stroke: () => colours().label,
    splits: (plot) => ticks(plot).times,
    values: (plot, splits) => {
      const { unit } = ticks(plot)
      const { tick } = format()
      return splits.map((time) => tick(time, unit))
    },
    grid: { show: false },
    border: { show: true, stroke: () => colours().axis, width: 1 },
    ticks: { show: true, size: 4, width: 1, stroke: () => colours().axis },
  }
}

interface ValueAxisSource {
  readonly scale: string
  readonly range: () => readonly [low: number, high: number]
  readonly axisValue: ChartFormat['axisValue']
  readonly colours: () => ChartColours
  /** At the right of the plot, without lines of its own across it. */
  readonly isRight?: boolean
}

/** A value axis with round values, as wide as its labels need. */
export function valueAxis(source: ValueAxisSource): uPlot.Axis {
  const { scale, range, axisValue, colours, isRight = false } = source
  const ticks = (plot: uPlot) => {
    const [low, high] = range()
    return valueTicks(low, high, Math.max(2, (plot.height - margin.top - margin.bottom) / 46))
  }
  return {
    scale,
    side: isRight ? 1 : 3,
    gap: 8,
    font: colours().font,
    size: (_plot, values) =>
      Math.max(margin.left, 18 + 6.6 * Math.max(0, ...(values ?? []).map((text) => text.length))),
    stroke: () => colours().label,
    splits: (plot) => ticks(plot).values,
    values: (plot, splits) => {
      const { decimals } = ticks(plot)
      return splits.map((value) => axisValue(value, decimals))
    },
    grid: isRight ? { show: false } : { stroke: () => colours().grid, width: 1 },
    ticks: { show: false },
  }
}
