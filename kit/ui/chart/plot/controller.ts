import type uPlot from 'uplot'
import type { TimeRange } from '../data/model.ts'
import { isPrinting, printedHeight, printedWidth, watchPrinting } from '../../printing.ts'
import type { ChartKind, Crosshair, PlotSource } from './chart-kind.ts'
import type { ChartOwner } from './chart-events.ts'
import { chartKey, zoomed } from './keyboard.ts'
import { nearestTime, steppedTime } from './pointing.ts'
import { watchTheme } from './theme.ts'
import type { TouchedChart } from './touch/touch-gesture.ts'
import { watchTouches } from './touch/watch-touches.ts'

/** A pointer that moves less, CSS pixels, does not drag. */
const dragFrom = 6

/**
 * A chart alive inside an element: draws what `show` is given, follows the element's size and the
 * theme, and turns pointer and keys into events. `destroy` gives everything back.
 */
export class ChartController<Picture extends { readonly range: TimeRange }, Colours> {
  readonly #host: HTMLElement
  readonly #kind: ChartKind<Picture, Colours>
  readonly #events: () => ChartOwner
  readonly #resizing: ResizeObserver
  readonly #stops: readonly (() => void)[]
  #plot: uPlot | null = null
  #crosshair: Crosshair<Picture> | null = null
  #label: ((picture: Picture) => void) | null = null
  /** What was given, and what is drawn: while fingers move it, another range of the same. */
  #given: Picture
  #picture: Picture
  #preview: TimeRange | null = null
  #colours: Colours
  #time: number | null = null
  #layout = ''
  /** Where the pointer was pressed, CSS pixels. */
  #heldAt = 0
  /** What a press picked: of a double tap the second one takes it back. */
  #tapped: number | null = null

  constructor(
    host: HTMLElement,
    kind: ChartKind<Picture, Colours>,
    picture: Picture,
    events: () => ChartOwner,
  ) {
    this.#host = host
    this.#kind = kind
    this.#given = picture
    this.#picture = picture
    this.#events = events
    this.#colours = kind.readColours(host, picture)
    this.#stops = [
      watchTheme(() => this.#recolour()),
      watchPrinting(() => this.#resize()),
      watchTouches(host, this.#touched()),
    ]
    this.#resizing = new ResizeObserver(() => this.#resize())
    this.#resizing.observe(host)
    // An observer reports only as the page is painted: what follows the plot would come later.
    this.#resize()
    host.tabIndex = 0
    host.addEventListener('keydown', this.#key)
    host.addEventListener('mousedown', this.#hold)
    host.addEventListener('click', this.#press)
  }

  /** Draws another picture at once; the crosshair stays at its time while that is in view. */
  show(picture: Picture): void {
    this.#given = picture
    const before = this.#picture
    const drawn = this.#preview ? { ...picture, range: this.#preview } : picture
    this.#picture = drawn
    const plot = this.#plot
    if (!plot) return
    this.#colours = this.#kind.readColours(this.#host, drawn)
    const { from, to } = drawn.range
    plot.batch(() => {
      this.#kind.update(plot, drawn, before)
      plot.setScale('x', { min: from, max: to })
      plot.redraw(true, true)
    })
    const time = this.#time
    this.#point(time !== null && time >= from && time <= to ? this.#nearest(time) : null, false)
  }

  destroy(): void {
    for (const stop of this.#stops) stop()
    this.#resizing.disconnect()
    this.#host.removeEventListener('keydown', this.#key)
    this.#host.removeEventListener('mousedown', this.#hold)
    this.#host.removeEventListener('click', this.#press)
    this.#plot?.destroy()
    this.#plot = null
  }

  #touched(): TouchedChart {
    return {
      range: () => this.#picture.range,
      whole: () => this.#events().whole,
      area: () => (this.#plot?.over ?? this.#host).getBoundingClientRect(),
      onPreview: (range) => {
        this.#preview = range
        this.show(this.#given)
      },
      onZoom: (range) => {
        // What is drawn stays until the picture of that range is given.
        this.#preview = null
        this.#events().onZoom(range)
      },
      onCrosshair: (time) => {
        if (time === null) this.#hideCrosshair()
        else this.#point(this.#nearest(time), false)
      },
      // The click that a tap ends with picks.
      onTap: () => (this.#tapped = null),
      onDoubleTap: () => {
        if (this.#tapped !== null) this.#events().onPick(this.#tapped)
        this.#hideCrosshair()
        this.#events().onBack()
      },
    }
  }

  /** A key that means something here is marked as handled. */
  readonly #key = (event: KeyboardEvent): void => {
    const action = event.altKey || event.ctrlKey || event.metaKey ? null : chartKey(event)
    if (!action || !this.#plot) return
    event.preventDefault()
    const { range } = this.#picture
    if ('back' in action) this.#events().onBack()
    else if ('pick' in action) this.#pick()
    else if ('zoom' in action) this.#events().onZoom(zoomed(range, this.#centre(), action.zoom))
    else if ('edge' in action)
      this.#point(this.#nearest(action.edge === 'first' ? range.from : range.to), true)
    else this.#step(action.move, this.#plot)
  }

  readonly #hold = (event: MouseEvent): void => {
    this.#heldAt = event.clientX
  }

  /** A drag picks nothing; the second press of a double click picks what the first one did. */
  readonly #press = (event: MouseEvent): void => {
    const isOnPlot = event.target instanceof Node && this.#plot?.over.contains(event.target)
    const isStill = Math.abs(event.clientX - this.#heldAt) < dragFrom
    if (isOnPlot !== true || !isStill) return
    this.#tapped = this.#time
    this.#pick()
  }

  #pick(): void {
    if (this.#time !== null) this.#events().onPick(this.#time)
  }

  #resize(): void {
    const { width, height } = this.#size()
    if (width < 40 || height < 40) return
    if (this.#plot) {
      if (this.#plot.width === width && this.#plot.height === height) return
      this.#plot.setSize({ width, height })
      if (this.#time !== null) this.#crosshair?.show(this.#plot, this.#picture, this.#time)
      return
    }
    this.#plot = this.#kind.createPlot(this.#host, { width, height }, this.#source())
    this.#crosshair = this.#kind.createCrosshair(this.#plot)
    this.#label = this.#kind.createLabels(this.#plot)
    this.#kind.update(this.#plot, this.#picture, null)
    this.#plot.redraw(false, false)
  }

  #source(): PlotSource<Picture, Colours> {
    return {
      picture: () => this.#picture,
      colours: () => this.#colours,
      onSelect: (span) => this.#events().onZoom(span),
      onBack: () => this.#events().onBack(),
      onCursor: (plot) => this.#pointer(plot),
      snap: (plot, left) => {
        const time = this.#nearest(plot.posToVal(left, 'x'))
        return time === null ? left : plot.valToPos(time, 'x')
      },
      onDrawn: (plot) => {
        this.#label?.(this.#picture)
        this.#reportLayout(plot)
      },
    }
  }

  /** The element's; on paper that of the page, which nobody can measure before it is printed. */
  #size(): { readonly width: number; readonly height: number } {
    if (isPrinting()) return { width: printedWidth, height: printedHeight }
    return { width: this.#host.clientWidth, height: this.#host.clientHeight }
  }

  #recolour(): void {
    this.#colours = this.#kind.readColours(this.#host, this.#picture)
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
    else this.#point(this.#nearest(plot.posToVal(left, 'x')), false)
  }

  #nearest(time: number): number | null {
    return nearestTime(this.#kind.entriesOf(this.#picture), this.#picture.range, time)
  }

  /** At least one pixel and at least one entry further. */
  #step(pixels: number, plot: uPlot): void {
    if (this.#time === null) return this.#point(this.#nearest(this.#centre()), true)
    const { range } = this.#picture
    const perPixel = (range.to - range.from) / Math.max(1, plot.over.clientWidth)
    const lists = this.#kind.entriesOf(this.#picture)
    const next = steppedTime(lists, range, this.#time, pixels * perPixel)
    if (next !== null) this.#point(next, true)
  }

  /** That of the library, too: the next drawing would bring it back. */
  #hideCrosshair(): void {
    this.#plot?.setCursor({ left: -10, top: -10 })
    this.#point(null, false)
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
