import { LiveElement } from '#kit/ui/live-element.ts'
import { emsOf } from '#kit/ui/values/fitting.ts'
import { drawnPlaceIn, placeIn, type ValueAxis } from './axis.ts'
import { createPlotCurve, type PlotCurve } from './plot-curve.tsx'
import { columnsOf, type Column } from './curve.ts'
import { createPool, percent } from './element-pool.tsx'
import { createPlotOverlay } from './overlay/plot-overlay.tsx'
import type { PlotMarks } from './overlay/use-plot-overlay.tsx'
import './live-plot.css'

/** The drawing's own units; it is stretched to its box, strokes are not. */
const wide = 1000
const tall = 1000
const [maximumColumns, maximumTicks, maximumTimes] = [8, 7, 6]

/** A limit in words, and where: within the scale it is a line, else a remark at that end. */
export interface PlotLimit {
  readonly value: number
  readonly text: string
}

/** What a plot draws at one moment. Times in ms UTC. */
export interface Plot {
  readonly from: number
  readonly to: number
  /** One for each curve that the plot was made for; null: nothing to draw. */
  readonly curves: readonly (PlotCurve | null)[]
  /** Left and right; null: none. */
  readonly axes: readonly [ValueAxis | null, ValueAxis | null]
  readonly limits: readonly PlotLimit[]
  readonly overlay: PlotMarks
  readonly times: readonly { readonly time: number; readonly text: string }[]
  readonly axisText: (value: number, decimals: number) => string
}

/**
 * Curves of the last minutes with their axes, written without React. Hidden from screen readers:
 * the figures beside it say the present. SVG and not a canvas, as every canvas is a layer of its
 * own.
 */
export function createLivePlot(
  curveCount: number,
  /** Whether signs of spans say in a title of their own what no tip says. */
  { areMarksNamed = false } = {},
) {
  const limitLines = new LiveElement<SVGPathElement>()
  const grid = new LiveElement<SVGPathElement>()
  const curves = Array.from({ length: curveCount }, createPlotCurve)
  const columns = createPool(maximumColumns)
  const limitNames = createPool(2)
  const times = createPool(maximumTimes)
  const overlay = createPlotOverlay(areMarksNamed)
  const sides = [createSide(), createSide()] as const
  return {
    draw: () => (
      <div className="live-plot" aria-hidden="true">
        {sides[0].draw('left')}
        <div className="live-plot-field">
          {columns.draw('live-plot-column')}
          {overlay.drawUnder()}
          <svg viewBox={`0 0 ${wide} ${tall}`} preserveAspectRatio="none">
            <path className="live-plot-grid" ref={grid.ref} />
            <path className="live-plot-limits" ref={limitLines.ref} />
            {curves.map((curve, index) => curve.draw(index))}
          </svg>
          {limitNames.draw('live-plot-limit')}
          {overlay.drawOver()}
        </div>
        {sides[1].draw('right')}
        <div className="live-plot-times">{times.draw('live-plot-time')}</div>
      </div>
    ),
    write(plot: Plot): void {
      const { from, to, axes } = plot
      const x = (time: number) => Math.max(0, (time - from) / (to - from))
      sides[0].write(axes[0], plot.axisText)
      sides[1].write(axes[1], plot.axisText)
      const ruled = axes[0] ?? axes[1]
      grid.attribute('d', ruled ? ruled.ticks.map((tick) => lineAt(ruled, tick)).join('') : '')
      limitLines.attribute('d', axes[0] ? linesOf(axes[0], plot.limits) : '')
      writeLimits(limitNames, axes[0], plot.limits)
      for (const [index, curve] of curves.entries()) writeCurve(curve, plot, plot.curves[index])
      writeColumns(columns, plot, x)
      overlay.write(plot.overlay, plot, axes[0])
      for (const [index, element] of times.elements.entries()) {
        const label = plot.times[index]
        element.text(label?.text ?? '')
        element.style('left', percent(label ? x(label.time) : 0))
      }
    },
  }
}

function writeCurve(
  element: ReturnType<typeof createPlotCurve>,
  { from, to, axes }: Plot,
  curve: PlotCurve | null | undefined,
): void {
  const axis = curve && axes[curve.side]
  element.write(curve && axis ? curve : null, from, {
    end: to,
    x: (time) => (Math.max(0, time - from) / (to - from)) * wide,
    y: (value) => (axis ? 1 - drawnPlaceIn(axis, value) : 0) * tall,
  })
}

const lineAt = (axis: ValueAxis, value: number) =>
  `M0 ${((1 - placeIn(axis, value)) * tall).toFixed(1)}H${wide}`

const isWithin = ({ low, high }: ValueAxis, value: number) => value >= low && value <= high

function linesOf(axis: ValueAxis, limits: readonly PlotLimit[]): string {
  return limits
    .filter(({ value }) => isWithin(axis, value))
    .map(({ value }) => lineAt(axis, value))
    .join('')
}

/** Names of limits closer than this part of the height are at both ends of it. */
const nameHeight = 0.16

function writeLimits(
  pool: ReturnType<typeof createPool>,
  axis: ValueAxis | null,
  limits: readonly PlotLimit[],
): void {
  let before = Infinity
  for (const [index, element] of pool.elements.entries()) {
    const limit = limits[index]
    const place = limit && axis ? placeIn(axis, limit.value) : null
    const isBelow = place !== null && place < 0
    const isAbove = place !== null && place > 1
    const sign = isBelow ? '↓ ' : isAbove ? '↑ ' : ''
    const height = Math.min(1, Math.max(0, place ?? 0))
    element.text(limit && place !== null ? `${sign}${limit.text}` : '')
    element.attribute('data-outside', isBelow ? 'below' : isAbove ? 'above' : null)
    element.attribute('data-below', place !== null && isNamedBelow(place) ? '' : null)
    element.attribute('data-aside', Math.abs(before - height) < nameHeight ? '' : null)
    element.style('top', percent(1 - height))
    if (place !== null) before = height
  }
}

/** Away from the middle, so that the field between two limits stays free; inside the field. */
const isNamedBelow = (place: number) => place > 0.85 || (place > 0.15 && place < 0.5)

function writeColumns(
  pool: ReturnType<typeof createPool>,
  { curves, from, to }: Plot,
  x: (time: number) => number,
): void {
  // Of several curves one may be interrupted while the others go on.
  const only = curves.length === 1 ? curves[0] : null
  const drawn: readonly Column[] = only ? columnsOf(only, from, to).slice(-maximumColumns) : []
  for (const [index, element] of pool.elements.entries()) {
    const column = drawn[index]
    element.attribute('data-kind', column?.kind ?? null)
    element.style('left', percent(column ? x(column.from) : 0))
    element.style('width', percent(column ? x(column.to) - x(column.from) : 0))
  }
}

function createSide() {
  const side = new LiveElement()
  const labels = createPool(maximumTicks)
  return {
    draw: (name: 'left' | 'right') => (
      <div className="live-plot-axis" data-side={name} ref={side.ref}>
        {labels.draw('live-plot-value')}
      </div>
    ),
    write(axis: ValueAxis | null, write: (value: number, decimals: number) => string): void {
      const texts = axis?.ticks.map((tick) => write(tick, axis.decimals)) ?? []
      side.style('--axis-ems', String(axis ? Math.max(1, ...texts.map(emsOf)) : 0))
      side.attribute('data-empty', axis ? null : '')
      for (const [index, element] of labels.elements.entries()) {
        const tick = axis?.ticks[index]
        element.text(texts[index] ?? '')
        element.style('top', percent(axis && tick !== undefined ? 1 - placeIn(axis, tick) : 0))
      }
    },
  }
}
