import type { TimeRange } from '../../data/model.ts'
import { isPartOf, isSameRange } from '../../data/zoom.ts'
import { fingersAt, rangeUnder, type HeldRange } from './finger-range.ts'

/** A finger on a plot, CSS pixels. */
export interface Finger {
  /** From the left edge of the plot. */
  readonly x: number
  /** On the screen: a plot may be pushed down by what comes above it between two taps. */
  readonly y: number
}

/** The chart that fingers are on. */
export interface TouchedChart {
  /** What it shows now, and what a zoom stays within. */
  readonly range: () => TimeRange
  readonly whole: () => TimeRange
  /** Where the plot lies on the screen, CSS pixels. */
  readonly area: () => { readonly left: number; readonly width: number }
  /** Draws another range while fingers move it; null: what is shown otherwise. */
  readonly onPreview: (range: TimeRange | null) => void
  readonly onZoom: (range: TimeRange) => void
  /** Null: there is no crosshair. */
  readonly onCrosshair: (time: number | null) => void
  readonly onTap: (time: number) => void
  /** `time`: where the first of both taps was. */
  readonly onDoubleTap: (time: number) => void
}

/** How long a finger rests before the crosshair comes to it. */
const longPressMs = 400
/** A finger that moves less rests, CSS pixels. */
const restPx = 8
/** How soon after a tap, and how near, another one makes it a double tap. */
const doubleTap = { ms: 300, px: 30 } as const

/** `scroll`: the browser has these fingers until all of them are lifted. */
type Mode = 'undecided' | 'crosshair' | 'range' | 'scroll'

interface Tap extends Finger {
  readonly at: number
  readonly time: number
}

/**
 * What fingers do on a chart: two zoom around their middle and move what is shown; one that goes
 * sideways moves it where it is zoomed, and else the crosshair, as there is nothing to move; one
 * that rests has the crosshair. What goes up or down is left to the browser, which scrolls.
 * Functions return whether the touch is the chart's.
 */
export class TouchGesture {
  readonly #chart: TouchedChart
  #mode: Mode = 'undecided'
  #first: Finger = { x: 0, y: 0 }
  #firstAt = 0
  /** Whether the first finger has not been elsewhere. */
  #isResting = true
  /** Of the fingers that are there now, and what was shown before any came. */
  #held: HeldRange | null = null
  #before: TimeRange | null = null
  #longPress: ReturnType<typeof setTimeout> | undefined
  #tap: Tap | null = null

  constructor(chart: TouchedChart) {
    this.#chart = chart
  }

  /** Another finger is there since `at`, ms. */
  begin(fingers: readonly Finger[], at: number): boolean {
    const [first] = fingers
    if (!first) return false
    if (fingers.length === 1) {
      this.#mode = 'undecided'
      this.#first = first
      this.#firstAt = at
      this.#isResting = true
      clearTimeout(this.#longPress)
      this.#longPress = setTimeout(() => this.#show(first), longPressMs)
      return false
    }
    if (this.#mode === 'scroll') return false
    this.#hold(fingers)
    return true
  }

  move(fingers: readonly Finger[]): boolean {
    const [first] = fingers
    if (!first) return false
    if (this.#distanceTo(first) >= restPx) this.#isResting = false
    if (this.#mode === 'undecided') this.#decide(first)
    if (this.#mode === 'crosshair') this.#show(first)
    else if (this.#mode === 'range') this.#moveRange(fingers)
    return this.#mode === 'crosshair' || this.#mode === 'range'
  }

  /** A finger was lifted at `at`, ms; `fingers` are those that are left. */
  end(fingers: readonly Finger[], at: number): boolean {
    const mode = this.#mode
    if (fingers.length > 0) {
      if (mode === 'range') this.#hold(fingers)
      return mode === 'range'
    }
    clearTimeout(this.#longPress)
    this.#mode = 'undecided'
    if (mode === 'crosshair') this.#chart.onCrosshair(null)
    // A page that is busy receives the end late: then the finger rested for no longer than a tap.
    const isTap = mode === 'crosshair' && this.#isResting && at - this.#firstAt < longPressMs
    if (mode === 'undecided' || isTap) return this.#endTap(at)
    this.#tap = null
    if (mode === 'range') this.#endRange()
    return mode !== 'scroll'
  }

  /** The fingers are gone without an end: nothing comes of what they began. */
  cancel(): void {
    clearTimeout(this.#longPress)
    const mode = this.#mode
    this.#mode = 'undecided'
    this.#tap = null
    if (mode === 'crosshair') this.#chart.onCrosshair(null)
    if (mode === 'range') this.#chart.onPreview(null)
  }

  #decide({ x, y }: Finger): void {
    const [aside, down] = [Math.abs(x - this.#first.x), Math.abs(y - this.#first.y)]
    if (this.#isResting) return
    clearTimeout(this.#longPress)
    if (down >= aside) this.#mode = 'scroll'
    else if (isPartOf(this.#chart.range(), this.#chart.whole())) this.#hold([this.#first])
    else this.#mode = 'crosshair'
  }

  #distanceTo({ x, y }: Finger): number {
    return Math.hypot(x - this.#first.x, y - this.#first.y)
  }

  /** What is under these fingers now stays there while they move. */
  #hold(fingers: readonly Finger[]): void {
    clearTimeout(this.#longPress)
    const range = this.#chart.range()
    if (this.#mode !== 'range') {
      this.#before = range
      this.#chart.onCrosshair(null)
    }
    this.#mode = 'range'
    this.#held = { range, fingers: fingersAt(fingers.map(({ x }) => x)) }
  }

  #moveRange(fingers: readonly Finger[]): void {
    const { width } = this.#chart.area()
    if (!this.#held || width <= 0) return
    const whole = this.#chart.whole()
    const now = fingersAt(fingers.map(({ x }) => x))
    this.#chart.onPreview(rangeUnder(this.#held, now, { whole, width }))
  }

  #endRange(): void {
    const range = this.#chart.range()
    const isChanged = this.#before !== null && !isSameRange(range, this.#before)
    if (isChanged) this.#chart.onZoom(range)
    else this.#chart.onPreview(null)
  }

  #show(finger: Finger): void {
    this.#mode = 'crosshair'
    this.#chart.onCrosshair(this.#timeAt(finger))
  }

  #endTap(at: number): boolean {
    const { x, y } = this.#first
    const before = this.#tap
    const isSecond =
      before !== null &&
      at - before.at <= doubleTap.ms &&
      Math.hypot(x - before.x, y - before.y) <= doubleTap.px
    const time = this.#timeAt(this.#first)
    this.#tap = isSecond ? null : { x, y, at, time }
    if (isSecond) this.#chart.onDoubleTap(before.time)
    else this.#chart.onTap(time)
    return isSecond
  }

  #timeAt({ x }: Finger): number {
    const { from, to } = this.#chart.range()
    const share = x / Math.max(1, this.#chart.area().width)
    return Math.round(from + Math.min(1, Math.max(0, share)) * (to - from))
  }
}
