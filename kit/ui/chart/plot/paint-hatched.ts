import type uPlot from 'uplot'
import type { ChartPicture, TimeRange } from '../data/model.ts'
import type { ChartColours } from './theme.ts'

/** Narrower than this, in CSS pixels, a span is not hatched. */
const narrowSpan = 5
/** The edge below what is not good, CSS pixels. */
const edgeHeight = 4

/** Hatches the time in which there are no readings. */
export function paintGaps(plot: uPlot, picture: ChartPicture, colours: ChartColours): void {
  const { ctx: context } = plot
  context.fillStyle = hatching(context, colours.hatch, pixelRatio(plot))
  for (const gap of picture.data.gaps)
    paintHatched(plot, gap, picture.gapName, colours.hatch, colours)
}

/**
 * Bad spans are hatched the other way than gaps, in ink, over a solid edge; uncertain ones have
 * a dashed edge: it is the dotted curve that says so first.
 */
export function paintQualities(plot: uPlot, picture: ChartPicture, colours: ChartColours): void {
  const { ctx: context } = plot
  const { bad, uncertain } = picture.data.qualitySpans
  const ratio = pixelRatio(plot)
  context.fillStyle = hatching(context, colours.bad, ratio, -45)
  for (const span of bad) paintHatched(plot, span, picture.qualityNames.bad, colours.bad, colours)
  context.fillStyle = colours.bad
  for (const span of bad) {
    const { left, width } = pixelsOf(plot, span)
    context.fillRect(left, bottomOf(plot) - edgeHeight * ratio, width, edgeHeight * ratio)
  }
  context.strokeStyle = colours.bad
  context.lineWidth = edgeHeight * ratio
  context.setLineDash([3 * ratio, 3 * ratio])
  for (const span of uncertain) {
    const { left, width } = pixelsOf(plot, span)
    const y = bottomOf(plot) - (edgeHeight * ratio) / 2
    context.beginPath()
    context.moveTo(left, y)
    context.lineTo(left + width, y)
    context.stroke()
  }
  context.setLineDash([])
}

const bottomOf = ({ bbox }: uPlot) => bbox.top + bbox.height

/** Where a span lies, canvas pixels: two CSS pixels at least, or nobody would find it. */
export function pixelsOf(plot: uPlot, { from, to }: TimeRange): { left: number; width: number } {
  const left = plot.valToPos(from, 'x', true)
  return { left, width: Math.max(2 * pixelRatio(plot), plot.valToPos(to, 'x', true) - left) }
}

/** A span of time in the hatching that is set, named where there is room. */
export function paintHatched(
  plot: uPlot,
  span: TimeRange,
  name: string,
  plain: string,
  colours: ChartColours,
): void {
  const { ctx: context, bbox } = plot
  const pixels = pixelsOf(plot, span)
  const left = Math.max(bbox.left, pixels.left)
  const right = Math.min(bbox.left + bbox.width, pixels.left + pixels.width)
  if (right <= left) return
  const hatch = context.fillStyle
  if (right - left < narrowSpan * pixelRatio(plot)) {
    // Too narrow for a hatching that could be seen as one: a plain column.
    context.fillStyle = plain
    context.globalAlpha = 0.6
    context.fillRect(left, bbox.top, right - left, bbox.height)
    context.globalAlpha = 1
    context.fillStyle = hatch
    return
  }
  context.fillRect(left, bbox.top, right - left, bbox.height)
  const ratio = pixelRatio(plot)
  if (right - left < context.measureText(name).width + 12 * ratio) return
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  const middle = (left + right) / 2
  const baseline = bottomOf(plot) - (edgeHeight + 7) * ratio
  if (plain === colours.bad) paintPlate(context, name, { middle, baseline, ratio }, colours)
  haloText(context, name, middle, baseline, colours, ratio)
  context.fillStyle = hatch
}

/** Canvas pixels per CSS pixel, as the plot itself counts. */
export function pixelRatio(plot: uPlot): number {
  return plot.ctx.canvas.width / plot.width
}

/** Ground for a name over dense hatching. */
function paintPlate(
  context: CanvasRenderingContext2D,
  name: string,
  { middle, baseline, ratio }: { middle: number; baseline: number; ratio: number },
  colours: ChartColours,
): void {
  const width = context.measureText(name).width + 10 * ratio
  context.fillStyle = colours.surface
  context.fillRect(middle - width / 2, baseline - 12 * ratio, width, 16 * ratio)
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

/** Diagonal lines, 6 px apart, at an angle in degrees. */
export function hatching(
  context: CanvasRenderingContext2D,
  colour: string,
  ratio: number,
  angle = 45,
): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = Math.round(6 * ratio)
  tile.height = tile.width
  const drawing = tile.getContext('2d')
  if (!drawing) return colour
  drawing.fillStyle = colour
  drawing.fillRect(0, 0, 1.2 * ratio, tile.height)
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().rotate(angle))
  return pattern ?? colour
}
