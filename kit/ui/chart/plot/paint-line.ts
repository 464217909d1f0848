import type uPlot from 'uplot'
import type { Line } from '../data/line.ts'
import { drawLine, type DrawnArea } from '../data/pixel-line.ts'
import { pixelRatio } from './paint-hatched.ts'

interface LineStyle {
  readonly area: DrawnArea
  readonly scale: string
  /** CSS pixels, as the dashes. */
  readonly width: number
  readonly dash: readonly number[]
}

/** Dashes of what is uncertain. */
const dots = [1.5, 3.5]

/** Traces a line in the colours that are set, dotted where uncertain; its times need no order. */
export function paintLine(plot: uPlot, line: Line, style: LineStyle): void {
  const { ctx: context } = plot
  const { area, scale, width, dash } = style
  const ratio = pixelRatio(plot)
  const { time, value, dotted, alone } = line
  const trace = (values: readonly (number | null)[], dashes: readonly number[]) => {
    context.setLineDash(dashes.map((length) => length * ratio))
    const path = new Path2D()
    drawLine(path, { time, value: values }, area)
    context.stroke(path)
  }
  context.lineWidth = width * ratio
  context.lineJoin = 'round'
  trace(value, dash)
  if (dotted) trace(dotted, dots)
  context.setLineDash([])
  for (const index of alone) {
    const x = plot.valToPos(time[index] ?? 0, 'x', true)
    context.beginPath()
    context.arc(x, plot.valToPos(value[index] ?? 0, scale, true), 2 * ratio, 0, 7)
    context.fill()
  }
}
