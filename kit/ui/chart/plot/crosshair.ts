import type uPlot from 'uplot'
import { cursorReading, type ChartPicture, type CursorReading } from '../data/model.ts'
import { nearestEntry } from '../data/series.ts'
import type { Crosshair } from './chart-kind.ts'

/** A ring or a bar on the curve, the value beside it, the time on the axis below. */
export function createCrosshair(plot: uPlot): Crosshair<ChartPicture> {
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
    show: (shown, picture, time) => {
      const { marked } = picture.data
      const reading = cursorReading(marked, nearestEntry(marked, time) ?? 0)
      const x = shown.valToPos(time, 'x')
      const hasValue = reading.count > 0
      const top = hasValue ? shown.valToPos(reading.maximum, 'y') : shown.over.clientHeight / 2
      const bottom = hasValue ? shown.valToPos(reading.minimum, 'y') : top
      all.forEach((element) => (element.hidden = false))
      mark.hidden = !hasValue
      line.style.transform = `translateX(${x}px)`
      mark.style.transform = `translate(${x}px, ${top}px)`
      mark.style.height = `${Math.max(9, bottom - top + 9)}px`
      value.textContent = valueText(reading, picture)
      place(value, x, shown.over.clientWidth, 10)
      value.style.top = `${Math.max(0, Math.min(shown.over.clientHeight - 22, top - 28))}px`
      chip.textContent = picture.format.moment(time)
      const half = chip.offsetWidth / 2
      const middle = Math.min(x, shown.over.clientWidth - half + 16)
      chip.style.transform = `translateX(${Math.max(half - 40, middle) - half}px)`
    },
  }
}

/** The value, and what it is worth: `21.4 · uncertain`, or `bad` alone. */
function valueText(reading: CursorReading, { format, qualityNames }: ChartPicture): string {
  const { minimum, maximum, count, badCount, uncertain } = reading
  const low = count > 0 ? format.value(minimum) : ''
  const high = count > 0 ? format.value(maximum) : ''
  return [
    low === high ? low : `${low} … ${high}`,
    uncertain ? qualityNames.uncertain : '',
    badCount > 0 ? qualityNames.bad : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** To the right of the crosshair, or to its left where the room ends. */
function place(element: HTMLElement, x: number, room: number, distance: number): void {
  const width = element.offsetWidth
  const left = x + distance + width > room ? x - distance - width : x + distance
  element.style.transform = `translateX(${Math.max(0, left)}px)`
}
