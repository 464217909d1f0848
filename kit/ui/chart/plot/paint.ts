import type uPlot from 'uplot'
import type { ChartPicture } from '../data/model.ts'
import { drawnArea } from './drawn-area.ts'
import { paintLevels } from './paint-levels.ts'
import { paintLine } from './paint-line.ts'
import { paintGaps, paintQualities, paintSpanNames, pixelRatio } from './paint-hatched.ts'
import { paintSpans } from '../spans/paint-spans.ts'
import type { ChartColours } from './theme.ts'

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Gaps and the normal band: under the curve, over the grid. */
export function paintBackground(plot: uPlot, picture: ChartPicture, colours: ChartColours): void {
  const { ctx: context, bbox } = plot
  context.save()
  clipTo(context, bbox)
  paintBand(plot, picture, colours)
  context.font = scaledFont(colours.font, pixelRatio(plot))
  paintGaps(plot, picture, colours)
  paintQualities(plot, picture, colours)
  paintSpans(plot, picture, colours)
  paintComparison(plot, picture, colours)
  context.restore()
}

/** Under the curve, thinner, in dashes and in grey. */
function paintComparison(plot: uPlot, picture: ChartPicture, colours: ChartColours): void {
  const { comparison, range, valueRange } = picture
  if (!comparison) return
  const { ctx: context } = plot
  context.strokeStyle = colours.label
  context.fillStyle = colours.label
  const area = drawnArea(plot, range, valueRange)
  paintLine(plot, comparison.line, { area, scale: 'y', width: 1.25, dash: [5, 3] })
}

function paintBand(plot: uPlot, { limits }: ChartPicture, colours: ChartColours): void {
  if (limits.lower === null && limits.upper === null) return
  const { ctx: context, bbox } = plot
  const top = limits.upper === null ? bbox.top : plot.valToPos(limits.upper, 'y', true)
  const bottom =
    limits.lower === null ? bbox.top + bbox.height : plot.valToPos(limits.lower, 'y', true)
  context.fillStyle = colours.band
  context.fillRect(bbox.left, top, bbox.width, bottom - top)
}

/** Limits dashed, and the dot at the newest reading: over the curve. */
export function paintForeground(plot: uPlot, picture: ChartPicture, colours: ChartColours): void {
  const { ctx: context, bbox } = plot
  context.save()
  clipTo(context, bbox)
  const { limits } = picture
  if (limits.upper !== null) paintLimit(plot, limits.upper, colours)
  if (limits.lower !== null) paintLimit(plot, limits.lower, colours)
  const font = scaledFont(colours.font, pixelRatio(plot))
  context.font = font
  paintSpanNames(plot, picture, colours)
  paintLevels(plot, picture, colours, font)
  context.restore()
  paintEnd(plot, picture, colours)
}

function paintLimit(plot: uPlot, value: number, colours: ChartColours): void {
  const { ctx: context, bbox } = plot
  const ratio = pixelRatio(plot)
  const y = Math.round(plot.valToPos(value, 'y', true)) + 0.5
  if (y < bbox.top || y > bbox.top + bbox.height) return
  context.strokeStyle = colours.limit
  context.lineWidth = ratio
  context.setLineDash([5 * ratio, 4 * ratio])
  context.beginPath()
  context.moveTo(bbox.left, y)
  context.lineTo(bbox.left + bbox.width, y)
  context.stroke()
  context.setLineDash([])
}

function paintEnd(plot: uPlot, { data, range }: ChartPicture, colours: ChartColours): void {
  const { entries } = data
  const time = entries.lastTime.at(-1)
  const value = entries.last.at(-1)
  if (time === undefined || value === undefined || time < range.from || time > range.to) return
  const { ctx: context } = plot
  context.save()
  context.fillStyle = colours.pen
  context.beginPath()
  context.arc(
    plot.valToPos(time, 'x', true),
    plot.valToPos(value, 'y', true),
    3 * pixelRatio(plot),
    0,
    2 * Math.PI,
  )
  context.fill()
  context.restore()
}

/** A font shorthand in canvas pixels. */
export function scaledFont(font: string, ratio: number): string {
  return font.replace(/([\d.]+)px/, (_, size: string) => `${Number(size) * ratio}px`)
}

/** Lets nothing be drawn outside of an area. */
export function clipTo(context: CanvasRenderingContext2D, area: Area): void {
  context.beginPath()
  context.rect(area.left, area.top, area.width, area.height)
  context.clip()
}
