import uPlot from 'uplot'
import type { ChartFormat, ChartPicture, TimeRange } from '../data/model.ts'
import { drawLine } from '../data/pixel-line.ts'
import type { PlotSource } from './controller.ts'
import { drawnArea } from './drawn-area.ts'
import { rightMargin } from './limit-labels.ts'
import { paintBackground, paintForeground } from './paint.ts'
import { timeTicks, valueTicks } from '../data/ticks.ts'
import type { ChartColours } from './theme.ts'

/** Room around the plotting area, CSS pixels. The left side grows with the labels. */
export const margin = { top: 14, right: 20, bottom: 24, left: 48 } as const

type NumberSource = PlotSource<ChartPicture, ChartColours>

/** The lists that the drawing library draws: times, solid line, dotted line. */
export function plotData({ data }: ChartPicture): uPlot.AlignedData {
  const { time, value, dotted } = data.line
  return [time, value, dotted ?? []]
}

/** Creates the plot inside `host`. The caller destroys it. */
export function createPlot(
  host: HTMLElement,
  size: { width: number; height: number },
  source: NumberSource,
): uPlot {
  return new uPlot(plotOptions(size, source), plotData(source.picture()), host)
}

function plotOptions(size: { width: number; height: number }, source: NumberSource): uPlot.Options {
  const { picture, colours } = source
  return {
    ...size,
    padding: [margin.top, (plot) => rightOf(plot, source), 0, 0],
    legend: { show: false },
    cursor: cursorOptions(source),
    scales: {
      x: { time: false, range: () => [picture().range.from, picture().range.to] },
      y: { range: () => [...picture().valueRange] },
    },
    series: [{}, curve(source), { ...curve(source), dash: [1.5, 3.5], cap: 'round' }],
    axes: [
      timeAxis({
        colours,
        range: () => picture().range,
        format: () => picture().format,
        right: (plot) => rightOf(plot, source),
      }),
      valueAxis({
        colours,
        scale: 'y',
        range: () => picture().valueRange,
        axisValue: (value, decimals) => picture().format.axisValue(value, decimals),
      }),
    ],
    hooks: {
      drawAxes: [(plot) => paintBackground(plot, picture(), colours())],
      draw: [(plot) => paintForeground(plot, picture(), colours()), source.onDrawn],
      setSelect: [(plot) => select(plot, source)],
      setCursor: [source.onCursor],
    },
  }
}

const rightOf = (plot: uPlot, { picture, colours }: Pick<NumberSource, 'picture' | 'colours'>) =>
  rightMargin(picture(), colours().font, plot.width)

/**
 * A curve with an entry in every pixel is drawn thinner, or its own thickness would hide its
 * course.
 */
export function curveWidth(
  { data, range }: Pick<ChartPicture, 'data' | 'range'>,
  pixels: number,
): number {
  const { firstTime, length } = data.entries
  const covered = (firstTime.at(-1) ?? 0) - (firstTime[0] ?? 0)
  const inView =
    covered > 0 ? (length * Math.min(covered, range.to - range.from)) / covered : length
  return inView > pixels / 2 ? 1.25 : 1.75
}

function curve({ picture, colours }: NumberSource): uPlot.Series {
  return {
    scale: 'y',
    width: 1.75,
    stroke: () => colours().pen,
    paths: (plot, series, begin, end) => ({
      stroke: linePath(plot, plot.data[series] ?? [], { ...picture(), begin, end }),
    }),
    points: {
      show: true,
      size: 4,
      width: 0,
      fill: () => colours().pen,
      filter: () => [...picture().data.line.alone],
    },
  }
}

interface DrawnLine extends Pick<ChartPicture, 'range' | 'valueRange'> {
  readonly begin: number
  readonly end: number
}

/** The library's own paths round times to other pixels than the server does. */
function linePath(
  plot: uPlot,
  value: ArrayLike<number | null | undefined>,
  { range, valueRange, begin, end }: DrawnLine,
): Path2D {
  const path = new Path2D()
  drawLine(path, { time: plot.data[0], value }, drawnArea(plot, range, valueRange), [begin, end])
  return path
}

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

/** What the pointer does on a plot. */
export interface PointerSource {
  readonly onSelect: (span: TimeRange) => void
  readonly onBack: () => void
  readonly snap: (plot: uPlot, left: number) => number
}

/** A crosshair that snaps, a drag that selects, a double click that goes back. */
export function cursorOptions(source: PointerSource): uPlot.Cursor {
  return {
    y: false,
    points: { show: false },
    drag: { x: true, y: false, setScale: false, dist: 6 },
    move: (plot, left, top) => {
      const dragging = (plot.cursor.event?.buttons ?? 0) === 1
      return [dragging || left < 0 ? left : source.snap(plot, left), top]
    },
    bind: {
      dblclick: () => () => {
        source.onBack()
        return null
      },
    },
  }
}

/** Reports what was dragged over, and takes the mark away. */
export function select(plot: uPlot, source: PointerSource): void {
  const { left, width } = plot.select
  if (width < 6) return
  const from = plot.posToVal(left, 'x')
  const to = plot.posToVal(left + width, 'x')
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  source.onSelect({ from: Math.round(from), to: Math.round(to) })
}
