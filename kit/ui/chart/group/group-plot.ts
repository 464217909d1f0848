import uPlot from 'uplot'
import { cursorOptions } from '../plot/cursor.ts'
import { margin, timeAxis, valueAxis } from '../plot/axes.ts'
import { select } from '../plot/plot.ts'
import type { PlotSource } from '../plot/chart-kind.ts'
import { paintCurves, paintGroupBackground, type GroupColours } from './group-paint.ts'
import type { GroupPicture, Side } from './group-picture.ts'

type GroupSource = PlotSource<GroupPicture, GroupColours>

/** Of an axis without a curve. */
const noValues = [0, 1] as const
/** Room at the right where no axis is there, CSS pixels. */
const bareMargin = 20

/**
 * Creates a plot of several curves inside `host`; the caller destroys it. The library draws axes
 * and follows the pointer; each curve has times of its own, so they are painted here.
 */
export function createGroupPlot(
  host: HTMLElement,
  size: { width: number; height: number },
  source: GroupSource,
): uPlot {
  const { from, to } = source.picture().range
  const noRange = [null, null]
  return new uPlot(groupOptions(size, source), [[from, to], noRange, noRange], host)
}

const rangeOf = ({ picture }: GroupSource, side: Side) => picture().valueRanges[side] ?? noValues

function groupOptions(size: { width: number; height: number }, source: GroupSource): uPlot.Options {
  const { picture, colours } = source
  const axisOf = (side: Side) => ({
    ...valueAxis({
      colours,
      scale: side === 0 ? 'y' : 'y2',
      isRight: side === 1,
      range: () => rangeOf(source, side),
      axisValue: (value, decimals) => picture().format.axisValue(value, decimals),
    }),
    show: picture().valueRanges[side] !== null,
  })
  const right = () => (picture().valueRanges[1] === null ? bareMargin : 0)
  return {
    ...size,
    padding: [margin.top, right, 0, 0],
    legend: { show: false },
    cursor: cursorOptions(source),
    scales: {
      x: { time: false, range: () => [picture().range.from, picture().range.to] },
      y: { range: () => [...rangeOf(source, 0)] },
      y2: { range: () => [...rangeOf(source, 1)] },
    },
    series: [{}, { scale: 'y' }, { scale: 'y2' }],
    axes: [
      timeAxis({
        colours,
        range: () => picture().range,
        format: () => picture().format,
        right: () => (picture().valueRanges[1] === null ? bareMargin : margin.left),
      }),
      axisOf(0),
      axisOf(1),
    ],
    hooks: {
      drawAxes: [(plot) => paintGroupBackground(plot, picture(), colours())],
      draw: [(plot) => paintCurves(plot, picture(), colours()), source.onDrawn],
      setSelect: [(plot) => select(plot, source)],
      setCursor: [source.onCursor],
    },
  }
}
