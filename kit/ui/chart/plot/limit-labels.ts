import type uPlot from 'uplot'
import type { ChartPicture, LimitName } from '../data/model.ts'

/** Room beside the plotting area without labels, and around a label, CSS pixels. */
const bareMargin = 20
const around = 14
/** A narrower chart names its limits by their figures alone. */
const narrowChart = 480
const lineHeight = 13

/** The limits that the value axis shows, the upper one first. */
function shownLimits({ limits, limitNames, valueRange: [low, high] }: ChartPicture) {
  return (['upper', 'lower'] as const).flatMap((side) => {
    const value = limits[side]
    return value !== null && value >= low && value <= high
      ? [{ side, value, name: limitNames[side] }]
      : []
  })
}

const linesOf = ({ name, figure }: LimitName, width: number) =>
  width < narrowChart ? [figure] : [name, figure]

/** The room at the right of a chart `width` pixels wide: as much as its labels take. */
export function rightMargin(picture: ChartPicture, font: string, width: number): number {
  const lines = shownLimits(picture).flatMap(({ name }) => linesOf(name, width))
  if (lines.length === 0) return bareMargin
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return bareMargin
  context.font = font
  return Math.ceil(Math.max(...lines.map((line) => context.measureText(line).width))) + around
}

/**
 * Where labels of this height begin so that each is at its line, none over another, all within
 * `room`; `lines` from the top, all in CSS pixels.
 */
export function placeLabels(lines: readonly number[], height: number, room: number): number[] {
  const [upper, lower] = lines.map((line) => line - height / 2)
  const within = (top: number, from: number, to: number) => Math.max(from, Math.min(to, top))
  if (upper === undefined) return []
  if (lower === undefined) return [within(upper, 0, room - height)]
  const push = Math.max(0, height - (lower - upper)) / 2
  const top = within(upper - push, 0, room - 2 * height)
  return [top, within(lower + push, top + height, room - height)]
}

/** The names of the limits in the margin, where no curve crosses them. */
export function createLimitLabels(plot: uPlot) {
  const labels = { upper: document.createElement('div'), lower: document.createElement('div') }
  for (const label of Object.values(labels)) {
    label.className = 'chart-limit'
    label.ariaHidden = 'true'
    plot.over.after(label)
  }
  return (picture: ChartPicture): void => {
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = plot.over
    const shown = shownLimits(picture)
    const height = linesOf({ name: '', figure: '' }, plot.width).length * lineHeight
    const tops = placeLabels(
      shown.map(({ value }) => plot.valToPos(value, 'y')),
      height,
      clientHeight,
    )
    labels.upper.hidden = true
    labels.lower.hidden = true
    for (const [index, { side, name }] of shown.entries()) {
      const label = labels[side]
      label.hidden = false
      label.textContent = linesOf(name, plot.width).join('\n')
      label.style.left = `${offsetLeft + clientWidth + around / 2}px`
      label.style.top = `${offsetTop + (tops[index] ?? 0)}px`
    }
  }
}
