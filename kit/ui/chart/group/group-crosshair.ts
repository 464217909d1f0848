import type uPlot from 'uplot'
import type { Crosshair } from '../plot/chart-kind.ts'
import { scaleOf } from './group-paint.ts'
import { entryAt, type GroupPicture } from './group-picture.ts'

/** The line at a time through all curves, a ring on each of them, and the time on the axis. */
export function createGroupCrosshair(plot: uPlot): Crosshair<GroupPicture> {
  const add = (className: string) => {
    const element = document.createElement('div')
    element.className = className
    element.hidden = true
    plot.over.append(element)
    return element
  }
  const line = add('chart-crosshair')
  const chip = add('chart-chip')
  const rings: HTMLElement[] = []
  return {
    hide: () => {
      for (const element of [line, chip, ...rings]) element.hidden = true
    },
    show: (shown, picture, time) => {
      const x = shown.valToPos(time, 'x')
      line.hidden = false
      line.style.transform = `translateX(${x}px)`
      chip.hidden = false
      chip.textContent = picture.format.moment(time)
      const half = chip.offsetWidth / 2
      const middle = Math.min(x, shown.over.clientWidth - half + 16)
      chip.style.transform = `translateX(${Math.max(half - 40, middle) - half}px)`
      while (rings.length < picture.curves.length) rings.push(add('chart-mark'))
      for (const [index, ring] of rings.entries()) placeRing(ring, shown, picture, index, time)
    },
  }
}

function placeRing(
  ring: HTMLElement,
  plot: uPlot,
  picture: GroupPicture,
  index: number,
  time: number,
): void {
  const curve = picture.curves[index]
  const entry = curve ? entryAt(curve.data, time) : null
  const { marked } = curve?.data ?? {}
  ring.hidden = !curve || entry === null || (marked?.count?.[entry] ?? 1) === 0
  if (!curve || entry === null || !marked) return
  const y = (value: number | undefined) => plot.valToPos(value ?? 0, scaleOf(curve))
  const top = y(marked.maximum[entry])
  ring.style.transform = `translate(${plot.valToPos(time, 'x')}px, ${top}px)`
  ring.style.height = `${Math.max(9, y(marked.minimum[entry]) - top + 9)}px`
  ring.style.boxShadow = `inset 0 0 0 2px var(${curve.pen})`
}
