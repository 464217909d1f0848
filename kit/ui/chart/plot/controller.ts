import type uPlot from 'uplot'
import { createCrosshair, entryTime, type Crosshair } from './crosshair.ts'
import { chartKey, zoomed } from './keyboard.ts'
import { createLimitLabels } from './limit-labels.ts'
import {
  cursorReading,
  type ChartPicture,
  type CursorReading,
  type TimeRange,
} from '../data/model.ts'
import { createPlot, curveWidth, plotData } from './plot.ts'
import { nearestEntry } from '../data/series.ts'
import { isPrinting, printedHeight, printedWidth, watchPrinting } from '../../printing.ts'
import { readColours, watchTheme, type ChartColours } from './theme.ts'

/**
 * Where the plotting area lies inside the chart, CSS pixels; for what is drawn above or below it.
 */
export interface ChartLayout {
  readonly left: number
  readonly width: number
  /** The same width in pixels of the screen: a line has so many columns. */
  readonly pixels: number
}

export const noLayout: ChartLayout = { left: 0, width: 0, pixels: 0 }

export interface ChartEvents {
  readonly onZoom: (span: TimeRange) => void
  readonly onBack: () => void
  readonly onCursor: (reading: CursorReading | null, byKeyboard: boolean) => void
  readonly onLayout: (layout: ChartLayout) => void
}

/**
 * A chart alive inside an element: draws what `show` is given, follows the element's size and the
 * theme, and turns pointer and keys into events. `destroy` gives everything back.
 */
export class ChartController {
  readonly #host: HTMLElement
  readonly #pen: string
  readonly #events: () => ChartEvents
  readonly #resizing: ResizeObserver
  readonly #stops: readonly (() => void)[]
  #plot: uPlot | null = null
  #crosshair: Crosshair | null = null
  #labelLimits: ((picture: ChartPicture) => void) | null = null
  #picture: ChartPicture
  #colours: ChartColours
  #index: number | null = null
  #layout = ''

  constructor(host: HTMLElement, pen: string, picture: ChartPicture, events: () => ChartEvents) {
    this.#host = host
    this.#pen = pen
    this.#picture = picture
    this.#events = events
    this.#colours = readColours(host, pen)
    this.#stops = [watchTheme(() => this.#recolour()), watchPrinting(() => this.#resize())]
    this.#resizing = new ResizeObserver(() => this.#resize())
    this.#resizing.observe(host)
    host.tabIndex = 0
    host.addEventListener('keydown', this.#key)
  }

  /**
   * Draws another picture at once; the crosshair stays where it was when the data is the same, else
   * at its time.
   */
  show(picture: ChartPicture): void {
    const before = this.#picture
    const time = this.#index === null ? null : entryTime(before, this.#index)
    this.#picture = picture
    const plot = this.#plot
    if (!plot) return
    plot.batch(() => {
      if (picture.data !== before.data) plot.setData(plotData(picture), false)
      this.#setCurveWidth(plot)
      plot.setScale('x', { min: picture.range.from, max: picture.range.to })
      plot.redraw(true, true)
    })
    const isVisible = time !== null && time >= picture.range.from && time <= picture.range.to
    this.#point(isVisible ? nearestEntry(picture.data.marked, time) : null, false)
  }

  /** A key that means something here is marked as handled. */
  readonly #key = (event: KeyboardEvent): void => {
    const action = event.altKey || event.ctrlKey || event.metaKey ? null : chartKey(event)
    if (!action || !this.#plot) return
    event.preventDefault()
    const { range } = this.#picture
    if ('back' in action) this.#events().onBack()
    else if ('zoom' in action) this.#events().onZoom(zoomed(range, this.#centre(), action.zoom))
    else if ('edge' in action)
      this.#point(this.#nearest(action.edge === 'first' ? range.from : range.to), true)
    else this.#step(action.move)
  }

  destroy(): void {
    for (const stop of this.#stops) stop()
    this.#resizing.disconnect()
    this.#host.removeEventListener('keydown', this.#key)
    this.#plot?.destroy()
    this.#plot = null
  }

  #resize(): void {
    const { width, height } = this.#size()
    if (width < 40 || height < 40) return
    if (this.#plot) {
      this.#plot.setSize({ width, height })
      if (this.#index !== null) this.#crosshair?.show(this.#plot, this.#picture, this.#index)
      return
    }
    this.#plot = createPlot(
      this.#host,
      { width, height },
      {
        picture: () => this.#picture,
        colours: () => this.#colours,
        onSelect: (span) => this.#events().onZoom(span),
        onBack: () => this.#events().onBack(),
        onCursor: (plot) => this.#pointer(plot),
        snap: (plot, left) => this.#snap(plot, left),
        onDrawn: (plot) => {
          this.#labelLimits?.(this.#picture)
          this.#reportLayout(plot)
        },
      },
    )
    this.#crosshair = createCrosshair(this.#plot)
    this.#labelLimits = createLimitLabels(this.#plot)
    this.#setCurveWidth(this.#plot)
    this.#plot.redraw(false, false)
  }

  /** The element's; on paper that of the page, which nobody can measure before it is printed. */
  #size(): { readonly width: number; readonly height: number } {
    if (isPrinting()) return { width: printedWidth, height: printedHeight }
    return { width: this.#host.clientWidth, height: this.#host.clientHeight }
  }

  #setCurveWidth(plot: uPlot): void {
    const width = curveWidth(this.#picture, plot.over.clientWidth)
    for (const series of plot.series.slice(1)) series.width = width
  }

  #recolour(): void {
    this.#colours = readColours(this.#host, this.#pen)
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

  #snap(plot: uPlot, left: number): number {
    const index = this.#nearest(plot.posToVal(left, 'x'))
    return index === null ? left : plot.valToPos(entryTime(this.#picture, index), 'x')
  }

  #pointer(plot: uPlot): void {
    const { left } = plot.cursor
    if (left === undefined || left < 0) this.#point(null, false)
    else this.#point(this.#nearest(plot.posToVal(left, 'x')), false)
  }

  /** The entry nearest to a time, as long as it is in view. */
  #nearest(time: number): number | null {
    const { data, range } = this.#picture
    const index = nearestEntry(data.marked, Math.min(range.to, Math.max(range.from, time)))
    if (index === null) return null
    const at = entryTime(this.#picture, index)
    return at >= range.from && at <= range.to ? index : null
  }

  /** At least one pixel and at least one entry further. */
  #step(pixels: number): void {
    const { data, range } = this.#picture
    const current = this.#index
    if (current === null || !this.#plot) {
      this.#point(this.#nearest(this.#centre()), true)
      return
    }
    const perPixel = (range.to - range.from) / Math.max(1, this.#plot.over.clientWidth)
    const target =
      nearestEntry(data.marked, entryTime(this.#picture, current) + pixels * perPixel) ?? current
    const next = target === current ? current + Math.sign(pixels) : target
    const at = next >= 0 && next < data.marked.length ? entryTime(this.#picture, next) : null
    if (at !== null && at >= range.from && at <= range.to) this.#point(next, true)
  }

  #centre(): number {
    const { range } = this.#picture
    return this.#index === null
      ? (range.from + range.to) / 2
      : entryTime(this.#picture, this.#index)
  }

  #point(index: number | null, byKeyboard: boolean): void {
    if (index === null) this.#crosshair?.hide()
    else if (this.#plot) this.#crosshair?.show(this.#plot, this.#picture, index)
    const changed = index !== this.#index
    this.#index = index
    if (changed || byKeyboard) {
      this.#events().onCursor(
        index === null ? null : cursorReading(this.#picture.data.marked, index),
        byKeyboard,
      )
    }
  }
}
