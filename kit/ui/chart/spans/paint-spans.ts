import type uPlot from 'uplot'
import type { ChartPicture } from '../data/model.ts'
import { pixelRatio } from '../plot/paint-hatched.ts'
import type { ChartColours } from '../plot/theme.ts'

const shade = 0.1
const chosenShade = 0.22
/** Hollow ones closer than this, CSS pixels, are drawn once: else they would be a hatch. */
const hollowDistance = 6

/**
 * Spans under the curves: a shade from end to end, its ends as lines, the first one solid; a moment
 * is one line. What is hollow has dotted lines and no shade.
 */
export function paintSpans(
  plot: uPlot,
  { spans, chosenSpan }: Pick<ChartPicture, 'spans' | 'chosenSpan'>,
  colours: ChartColours,
): void {
  const { ctx: context, bbox } = plot
  const ratio = pixelRatio(plot)
  let lastHollow = -Infinity
  for (const { key, from, to, colour, isHollow } of spans) {
    const isChosen = key === chosenSpan
    const left = plot.valToPos(from, 'x', true)
    const right = plot.valToPos(to, 'x', true)
    if (isHollow && !isChosen) {
      if (right - lastHollow < hollowDistance * ratio) continue
      lastHollow = right
    }
    context.fillStyle = colours.token(colour)
    context.strokeStyle = context.fillStyle
    context.globalAlpha = isChosen ? chosenShade : shade
    if (!isHollow || isChosen) context.fillRect(left, bbox.top, right - left, bbox.height)
    context.globalAlpha = 1
    context.lineWidth = (isChosen ? 2 : 1) * ratio
    const line = (x: number, dash: readonly number[]) => {
      context.setLineDash(dash.map((length) => length * ratio))
      context.beginPath()
      context.moveTo(x, bbox.top)
      context.lineTo(x, bbox.top + bbox.height)
      context.stroke()
    }
    line(left, isHollow ? [2, 3] : [])
    if (to > from) line(right, [3, 3])
    context.setLineDash([])
  }
}
