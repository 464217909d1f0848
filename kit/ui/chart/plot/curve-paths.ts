import type uPlot from 'uplot'
import type { ChartPicture } from '../data/model.ts'
import { drawLine } from '../data/pixel-line.ts'
import { drawnArea } from './drawn-area.ts'
import type { PlotSource } from './chart-kind.ts'
import type { ChartColours } from './theme.ts'

export type NumberSource = PlotSource<ChartPicture, ChartColours>

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

export function curve({ picture, colours }: NumberSource): uPlot.Series {
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
