import type uPlot from 'uplot'
import { isPrinting, printedHeight, printedWidth, watchPrinting } from '../../printing.ts'
import type { ChartLayout } from '../plot/controller.ts'
import { chartKey, zoomed } from '../plot/keyboard.ts'
import { readColours, watchTheme } from '../plot/theme.ts'
import type { TimeRange } from '../data/model.ts'
import { createGroupCrosshair, type GroupCrosshair } from './group-crosshair.ts'
import type { GroupColours } from './group-paint.ts'
import { nearestTime, steppedTime, type GroupPicture } from './group-picture.ts'
import { createGroupPlot } from './group-plot.ts'

export interface GroupChartEvents {
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
  /** The time under the crosshair, ms UTC; null: there is none. */
  readonly onCursor: (time: number | null, byKeyboard: boolean) => void
  readonly onLayout: (layout: ChartLayout) => void
}

/**
 * A chart of several curves alive inside an element: draws what `show` is given, follows the
 * element's size and the theme, and turns pointer and keys into events. Curves on another side than
 * before need another controller. `destroy` gives everything back.
 */
export class GroupChartController {
  readonly #host: HTMLElement
  readonly #events: () => GroupChartEvents
  readonly #resizing: ResizeObserver
  readonly #stops: readonly (() => void)[]
  #plot: uPlot | null = null
  #crosshair: GroupCrosshair | null = null
  #picture: GroupPicture
  #colours: GroupColours
  #time: number | null = null
  #layout = ''

  constructor(host: HTMLElement, picture: GroupPicture, events: () => GroupChartEvents) {
    this.#host = host
    this.#picture = picture
    this.#events = events
    this.#colours = this.#readColours()
    this.#stops = [watchTheme(() => this.#recolour()), watchPrinting(() => this.#resize())]
    this.#resizing = new ResizeObserver(() => this.#resize())
    this.#resizing.observe(host)
    host.tabIndex = 0
    host.addEventListener('keydown', this.#key)
  }

  /** Draws another picture at once; the crosshair stays at its time while that is in view. */
  show(picture: GroupPicture): void {
    this.#picture = picture
    const plot = this.#plot
    if (!plot) return
    this.#colours = this.#readColours()
    const { from, to } = picture.range
    plot.batch(() => {
      plot.setScale('x', { min: from, max: to })
      plot.redraw(true, true)
    })
    const time = this.#time
    this.#point(time !== null && time >= from && time <= to ? time : null, false)
  }

  destroy(): void {
    for (const stop of this.#stops) stop()
    this.#resizing.disconnect()
    this.#host.removeEventListener('keydown', this.#key)
    this.#plot?.destroy()
    this.#plot = null
  }

  /** A key that means something here is marked as handled. */
  readonly #key = (event: KeyboardEvent): void => {
    const action = event.altKey || event.ctrlKey || event.metaKey ? null : chartKey(event)
    if (!action || !this.#plot) return
    event.preventDefault()
    const { range } = this.#picture
    if ('back' in action) this.#events().onBack()
    else if ('zoom' in action) this.#events().onZoom(zoomed(range, this.#centre(), action.zoom))
    else if ('edge' in action) this.#pointNear(action.edge === 'first' ? range.from : range.to)
    else this.#step(action.move, this.#plot)
  }

  #resize(): void {
    const { width, height } = this.#size()
    if (width < 40 || height < 40) return
    if (this.#plot) {
      this.#plot.setSize({ width, height })
      if (this.#time !== null) this.#crosshair?.show(this.#plot, this.#picture, this.#time)
      return
    }
    this.#plot = createGroupPlot(
      this.#host,
      { width, height },
      {
        picture: () => this.#picture,
        colours: () => this.#colours,
        onSelect: (span) => this.#events().onZoom(span),
        onBack: () => this.#events().onBack(),
        onCursor: (plot) => this.#pointer(plot),
        snap: (plot, left) => {
          const time = nearestTime(this.#picture, plot.posToVal(left, 'x'))
          return time === null ? left : plot.valToPos(time, 'x')
        },
        onDrawn: (plot) => this.#reportLayout(plot),
      },
    )
    this.#crosshair = createGroupCrosshair(this.#plot)
  }

  /** The element's; on paper that of the page, which nobody can measure before it is printed. */
  #size(): { readonly width: number; readonly height: number } {
    if (isPrinting()) return { width: printedWidth, height: printedHeight }
    return { width: this.#host.clientWidth, height: this.#host.clientHeight }
  }

  #readColours(): GroupColours {
    const style = getComputedStyle(this.#host)
    const pens = this.#picture.curves.map(({ pen }) => style.getPropertyValue(pen).trim())
    return { ...readColours(this.#host, '--pen-1'), pens }
  }

  #recolour(): void {
    this.#colours = this.#readColours()
    this.#plot?.redraw(false, false)
  }

  #reportLayout(plot: uPlot): void {
    const left = plot.over.offsetLeft
    const width = plot.over.offsetWidth
    const pixels = Math.round(plot.bbox.width)
    const layout = `${left} ${width} ${pixels}`
    if (layout === this.#layout) return
    this.#layout = layout
    this.#events().onLayout({ left, width, pixels })
  }

  #pointer(plot: uPlot): void {
    const { left } = plot.cursor
    if (left === undefined || left < 0) this.#point(null, false)
    else this.#point(nearestTime(this.#picture, plot.posToVal(left, 'x')), false)
  }

  #pointNear(time: number): void {
    this.#point(nearestTime(this.#picture, time), true)
  }

  /** At least one pixel and at least one entry further. */
  #step(pixels: number, plot: uPlot): void {
    if (this.#time === null) return this.#pointNear(this.#centre())
    const { from, to } = this.#picture.range
    const perPixel = (to - from) / Math.max(1, plot.over.clientWidth)
    const next = steppedTime(this.#picture, this.#time, pixels * perPixel)
    if (next !== null) this.#point(next, true)
  }

  #centre(): number {
    const { from, to } = this.#picture.range
    return this.#time ?? (from + to) / 2
  }

  #point(time: number | null, byKeyboard: boolean): void {
    if (time === null) this.#crosshair?.hide()
    else if (this.#plot) this.#crosshair?.show(this.#plot, this.#picture, time)
    const isChanged = time !== this.#time
    this.#time = time
    if (isChanged || byKeyboard) this.#events().onCursor(time, byKeyboard)
  }
}
