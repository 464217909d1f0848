import type uPlot from 'uplot'
import type { TimeRange } from '../data/model.ts'
import { clipTo, scaledFont } from '../plot/paint.ts'
import { paintLevels } from '../plot/paint-levels.ts'
import { paintLine } from '../plot/paint-line.ts'
import {
  hatching,
  paintHatched,
  paintSpanName,
  pixelRatio,
  pixelsOf,
} from '../plot/paint-hatched.ts'
import { drawnArea } from '../plot/drawn-area.ts'
import { curveWidth } from '../plot/curve-paths.ts'
import { paintSpans } from '../spans/paint-spans.ts'
import type { ChartColours } from '../plot/theme.ts'
import type { GroupCurve, GroupPicture } from './group-picture.ts'

/** How a canvas is coloured, with the colour of each curve. */
export interface GroupColours extends ChartColours {
  readonly pens: readonly string[]
}

/** Of a curve while another one stands out. */
const paleAlpha = 0.28
/** Of each curve that has bad or uncertain readings, at the lower edge, CSS pixels. */
const markHeight = 3

/** The scale of a curve's axis. */
export const scaleOf = ({ side }: Pick<GroupCurve, 'side'>): string => (side === 0 ? 'y' : 'y2')

/** Where no curve has readings: under the curves, over the grid. */
export function paintGroupBackground(
  plot: uPlot,
  picture: GroupPicture,
  colours: GroupColours,
): void {
  const { ctx: context, bbox } = plot
  context.save()
  clipTo(context, bbox)
  context.font = scaledFont(colours.font, pixelRatio(plot))
  context.fillStyle = hatching(context, colours.hatch, pixelRatio(plot))
  for (const gap of picture.gaps) paintHatched(plot, gap, colours.hatch)
  paintSpans(plot, picture, colours)
  context.restore()
}

/** The curves, the one that stands out over the others, and what of them is not good. */
export function paintCurves(plot: uPlot, picture: GroupPicture, colours: GroupColours): void {
  const { ctx: context, bbox } = plot
  const { curves, emphasis } = picture
  context.save()
  clipTo(context, bbox)
  const order = curves.map((_, index) => index).filter((index) => index !== emphasis)
  for (const index of emphasis === null ? order : [...order, emphasis]) {
    const curve = curves[index]
    if (!curve) continue
    context.globalAlpha = emphasis === null || emphasis === index ? 1 : paleAlpha
    context.strokeStyle = colours.pens[index] ?? colours.ink
    context.fillStyle = context.strokeStyle
    if (emphasis === index) paintLimits(plot, curve)
    const width = curveWidth({ data: curve.data, range: picture.range }, plot.over.clientWidth)
    paintCurve(plot, picture, curve, emphasis === index ? width + 0.75 : width)
  }
  context.globalAlpha = 1
  paintMarks(plot, picture, colours)
  const leadingSpan = emphasis === null ? undefined : curves[emphasis]
  if (leadingSpan) paintLevelsOf(plot, picture, leadingSpan, colours)
  context.font = scaledFont(colours.font, pixelRatio(plot))
  for (const gap of picture.gaps) paintSpanName(plot, gap, picture.gapName, colours)
  context.restore()
}

function paintLevelsOf(
  plot: uPlot,
  { valueRanges }: GroupPicture,
  { levels, side }: GroupCurve,
  colours: GroupColours,
): void {
  const valueRange = valueRanges[side] ?? valueRanges[0]
  const font = scaledFont(colours.font, pixelRatio(plot))
  paintLevels(plot, { levels, valueRange, scale: scaleOf({ side }) }, colours, font)
}

/** A thin line of dashes and dots: no curve of the present has these. */
const comparedDash = [6, 2, 1, 2]

function paintCurve(
  plot: uPlot,
  { range, valueRanges }: GroupPicture,
  { data, side, dash, comparison }: GroupCurve,
  width: number,
): void {
  const drawn = drawnArea(plot, range, valueRanges[side] ?? [0, 1])
  const area = { ...drawn, left: drawn.left + 0.5 }
  const scale = scaleOf({ side })
  if (comparison) paintLine(plot, comparison.line, { area, scale, width: 1, dash: comparedDash })
  paintLine(plot, data.line, { area, scale, width, dash })
}

function paintLimits(plot: uPlot, curve: GroupCurve): void {
  const { ctx: context, bbox } = plot
  const ratio = pixelRatio(plot)
  context.lineWidth = ratio
  context.setLineDash([5 * ratio, 4 * ratio])
  for (const limit of [curve.limits.upper, curve.limits.lower]) {
    if (limit === null) continue
    const y = Math.round(plot.valToPos(limit, scaleOf(curve), true)) + 0.5
    context.beginPath()
    context.moveTo(bbox.left, y)
    context.lineTo(bbox.left + bbox.width, y)
    context.stroke()
  }
  context.setLineDash([])
}

/** One line for each curve that needs it: solid where it was bad, dashed where uncertain. */
function paintMarks(plot: uPlot, { curves }: GroupPicture, colours: GroupColours): void {
  const { ctx: context, bbox } = plot
  const ratio = pixelRatio(plot)
  context.lineWidth = markHeight * ratio
  let bottom = bbox.top + bbox.height
  for (const [index, { data }] of curves.entries()) {
    const { bad, uncertain } = data.qualitySpans
    if (bad.length + uncertain.length === 0) continue
    context.strokeStyle = colours.pens[index] ?? colours.ink
    const line = (span: TimeRange) => {
      const { left, width } = pixelsOf(plot, span)
      const y = bottom - (markHeight * ratio) / 2
      context.beginPath()
      context.moveTo(left, y)
      context.lineTo(left + width, y)
      context.stroke()
    }
    context.setLineDash([])
    bad.forEach(line)
    context.setLineDash([3 * ratio, 3 * ratio])
    uncertain.forEach(line)
    bottom -= (markHeight + 2) * ratio
  }
  context.setLineDash([])
}
