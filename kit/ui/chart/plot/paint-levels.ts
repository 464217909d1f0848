import type uPlot from 'uplot'
import { placeLevels } from '../data/levels.ts'
import type { ChartPicture } from '../data/model.ts'
import { pixelRatio } from './paint-hatched.ts'
import type { ChartColours } from './theme.ts'

/** Height of a name, CSS pixels, and its distance from the left end. */
const nameHeight = 14
const indent = 6

interface Levels extends Pick<ChartPicture, 'levels' | 'valueRange'> {
  /** Of the axis that they belong to. */
  readonly scale?: string
}

/**
 * Levels over the curve: dotted lines in their colours, each with its name on it at the left, on a
 * ground of the surface so that the curve does not cross it.
 */
export function paintLevels(
  plot: uPlot,
  { levels, valueRange, scale = 'y' }: Levels,
  colours: ChartColours,
  font: string,
): void {
  const { ctx: context, bbox } = plot
  const ratio = pixelRatio(plot)
  const place = (value: number) => plot.valToPos(value, scale, true) - bbox.top
  context.font = font
  context.textAlign = 'left'
  context.textBaseline = 'bottom'
  context.lineWidth = 1.5 * ratio
  for (const { level, bottom } of placeLevels(levels, valueRange, nameHeight * ratio, place)) {
    const y = Math.round(bbox.top + place(level.value)) + 0.5
    context.strokeStyle = colours.token(level.colour)
    context.setLineDash([2 * ratio, 3 * ratio])
    context.beginPath()
    context.moveTo(bbox.left, y)
    context.lineTo(bbox.left + bbox.width, y)
    context.stroke()
    context.setLineDash([])
    const name = shortened(context, level.label, bbox.width * 0.6)
    const left = bbox.left + indent * ratio
    const top = bbox.top + bottom - nameHeight * ratio
    context.fillStyle = colours.surface
    context.globalAlpha = 0.85
    context.fillRect(left - 2 * ratio, top, context.measureText(name).width + 4 * ratio, 13 * ratio)
    context.globalAlpha = 1
    context.fillStyle = colours.ink
    context.fillText(name, left, bbox.top + bottom - ratio)
  }
}

/** As much of a text as there is room for. */
function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  const letters = [...text]
  const short = () => `${letters.join('')}…`
  while (letters.length > 1 && context.measureText(short()).width > room) letters.pop()
  return short()
}
