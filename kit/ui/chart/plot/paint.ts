import type uPlot from 'uplot'
import type { ChartPicture } from '../data/model.ts'
import type { ChartColours } from './theme.ts'

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Narrower than this, in CSS pixels, a gap is not hatched. */
const narrowGap = 5

/** Gaps and the normal band: under the curve, over the grid. */
export function paintBackground(plot: uPlot, picture: ChartPicture, colours: ChartColours): void {
  const { ctx: context, bbox } = plot
  context.save()
  clipTo(context, bbox)
  paintBand(plot, picture, colours)
  context.fillStyle = hatching(context, colours.hatch, pixelRatio(plot))
  context.font = scaledFont(colours.font, pixelRatio(plot))
  for (const gap of picture.data.gaps) paintGap(plot, gap.from, gap.to, picture.gapName, colours)
  context.restore()
}

function paintGap(
  plot: uPlot,
  from: number,
  to: number,
  name: string,
  colours: ChartColours,
): void {
  const { ctx: context, bbox } = plot
  const left = Math.max(bbox.left, plot.valToPos(from, 'x', true))
  const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, 'x', true))
  if (right <= left) return
  if (right - left < narrowGap * pixelRatio(plot)) {
    // Too narrow for a hatching that could be seen as one: a plain column.
    const pattern = context.fillStyle
    context.fillStyle = colours.hatch
    context.globalAlpha = 0.6
    context.fillRect(left, bbox.top, Math.max(1, right - left), bbox.height)
    context.globalAlpha = 1
    context.fillStyle = pattern
    return
  }
  context.fillRect(left, bbox.top, right - left, bbox.height)
  const ratio = pixelRatio(plot)
  if (right - left < context.measureText(name).width + 12 * ratio) return
  const hatch = context.fillStyle
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  haloText(context, name, (left + right) / 2, bbox.top + bbox.height - 7 * ratio, colours, ratio)
  context.fillStyle = hatch
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

/** Canvas pixels per CSS pixel, as the plot itself counts. */
function pixelRatio(plot: uPlot): number {
  return plot.ctx.canvas.width / plot.width
}

function scaledFont(font: string, ratio: number): string {
  return font.replace(/([\d.]+)px/, (_, size: string) => `${Number(size) * ratio}px`)
}

function clipTo(context: CanvasRenderingContext2D, area: Area): void {
  context.beginPath()
  context.rect(area.left, area.top, area.width, area.height)
  context.clip()
}

/** Text that stays readable over lines: a rim in the colour of the surface. */
function haloText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  colours: ChartColours,
  ratio: number,
): void {
  context.lineWidth = 3 * ratio
  context.lineJoin = 'round'
  context.strokeStyle = colours.surface
  context.strokeText(text, x, y)
  context.fillStyle = colours.label
  context.fillText(text, x, y)
}

/** Diagonal lines, 6 px apart. */
function hatching(
  context: CanvasRenderingContext2D,
  colour: string,
  ratio: number,
): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = Math.round(6 * ratio)
  tile.height = tile.width
  const drawing = tile.getContext('2d')
  if (!drawing) return colour
  drawing.fillStyle = colour
  drawing.fillRect(0, 0, 1.2 * ratio, tile.height)
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().rotate(45))
  return pattern ?? colour
}
