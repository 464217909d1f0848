import type uPlot from 'uplot'
import { cursorReading, type ChartPicture } from '../data/model.ts'

/** Where on the time axis an entry is pointed at: a column in its middle. */
export function entryTime(picture: ChartPicture, index: number): number {
  const { firstTime, lastTime } = picture.data.entries
  return ((firstTime[index] ?? 0) + (lastTime[index] ?? 0)) / 2
}

/**
 * The marks that travel with the crosshair: a ring or a bar on the curve, the value beside it, the
 * time on the axis below.
 */
export interface Crosshair {
  readonly show: (plot: uPlot, picture: ChartPicture, index: number) => void
  readonly hide: () => void
}

/** Adds the marks to the plot's own layer; they go when the plot is destroyed. */
export function createCrosshair(plot: uPlot): Crosshair {
  const add = (className: string) => {
    const element = document.createElement('div')
    element.className = className
    element.hidden = true
    plot.over.append(element)
    return element
  }
  const line = add('chart-crosshair')
  const mark = add('chart-mark')
  const value = add('chart-value')
  const chip = add('chart-chip')
  const all = [line, mark, value, chip]
  return {
    hide: () => all.forEach((element) => (element.hidden = true)),
    show: (shown, picture, index) => {
      const reading = cursorReading(picture.data.entries, index)
      const x = shown.valToPos(entryTime(picture, index), 'x')
      const top = shown.valToPos(reading.maximum, 'y')
      const bottom = shown.valToPos(reading.minimum, 'y')
      all.forEach((element) => (element.hidden = false))
      line.style.transform = `translateX(${x}px)`
      mark.style.transform = `translate(${x}px, ${top}px)`
      mark.style.height = `${Math.max(9, bottom - top + 9)}px`
      value.textContent = valueText(reading.minimum, reading.maximum, picture)
      place(value, x, shown.over.clientWidth, 10)
      value.style.top = `${Math.max(0, Math.min(shown.over.clientHeight - 22, top - 28))}px`
      chip.textContent = picture.format.moment(entryTime(picture, index))
      const half = chip.offsetWidth / 2
      const middle = Math.min(x, shown.over.clientWidth - half + 16)
      chip.style.transform = `translateX(${Math.max(half - 40, middle) - half}px)`
    },
  }
}

function valueText(minimum: number, maximum: number, { format }: ChartPicture): string {
  const low = format.value(minimum)
  const high = format.value(maximum)
  return low === high ? low : `${low} … ${high}`
}

/** To the right of the crosshair, or to its left where the room ends. */
function place(element: HTMLElement, x: number, room: number, distance: number): void {
  const width = element.offsetWidth
  const left = x + distance + width > room ? x - distance - width : x + distance
  element.style.transform = `translateX(${Math.max(0, left)}px)`
}
