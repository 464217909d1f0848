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
  for (const gap of picture.data.gaps) paintHatched(plot, gap, colours.hatch)
}

/** What the hatched spans are called: over every line, so that none crosses the words. */
export function paintSpanNames(plot: uPlot, picture: ChartPicture, colours: ChartColours): void {
  const { gaps, qualitySpans } = picture.data
  for (const gap of gaps) paintSpanName(plot, gap, picture.gapName, colours)
  for (const span of qualitySpans.bad) paintSpanName(plot, span, picture.qualityNames.bad, colours)
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
  for (const span of bad) paintHatched(plot, span, colours.bad)
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

/** A span of time in the hatching that is set. */
export function paintHatched(plot: uPlot, span: TimeRange, plain: string): void {
  const { ctx: context, bbox } = plot
  const [left, right] = withinPlot(plot, span)
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
}

/** The name of a span on a ground of the surface, where there is room for it. */
export function paintSpanName(
  plot: uPlot,
  span: TimeRange,
  name: string,
  colours: ChartColours,
): void {
  const { ctx: context } = plot
  const [left, right] = withinPlot(plot, span)
  const ratio = pixelRatio(plot)
  const { width } = context.measureText(name)
  if (name === '' || right - left < width + 12 * ratio) return
  const middle = (left + right) / 2
  const baseline = bottomOf(plot) - (edgeHeight + 7) * ratio
  const plate = width + 10 * ratio
  context.fillStyle = colours.surface
  context.fillRect(middle - plate / 2, baseline - 12 * ratio, plate, 16 * ratio)
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.fillStyle = colours.label
  context.fillText(name, middle, baseline)
}

/** Both ends of a span as far as they are in the plot, canvas pixels. */
function withinPlot(plot: uPlot, span: TimeRange): readonly [number, number] {
  const { bbox } = plot
  const { left, width } = pixelsOf(plot, span)
  return [Math.max(bbox.left, left), Math.min(bbox.left + bbox.width, left + width)]
}

/** Canvas pixels per CSS pixel, as the plot itself counts. */
export function pixelRatio(plot: uPlot): number {
  return plot.ctx.canvas.width / plot.width
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
