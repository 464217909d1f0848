import uPlot from 'uplot'
import type { ChartPicture } from '../data/model.ts'
import { rightMargin } from './limit-labels.ts'
import { paintBackground, paintForeground } from './paint.ts'
import { cursorOptions, type PointerSource } from './cursor.ts'
import { curve, type NumberSource } from './curve-paths.ts'
import { timeAxis, valueAxis, margin } from './axes.ts'

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

/** Reports what was dragged over, and takes the mark away. */
export function select(plot: uPlot, source: PointerSource): void {
  const { left, width } = plot.select
  if (width < 6) return
  const from = plot.posToVal(left, 'x')
  const to = plot.posToVal(left + width, 'x')
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  source.onSelect({ from: Math.round(from), to: Math.round(to) })
}
