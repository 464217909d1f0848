import './sparkline.css'
import { farthest, within } from '../chart/data/value-range.ts'
import { LiveElement } from '../live-element.ts'
import { placeOn } from './limits-rail.tsx'

/** What a sparkline draws. Times in ms UTC, oldest first, of the same length as values. */
export interface SparklineData {
  readonly times: Float64Array
  readonly values: Float64Array
  readonly from: number
  readonly to: number
  readonly lowerLimit: number | null
  readonly upperLimit: number | null
  /** A silence longer than this is a gap: no line is drawn across it. */
  readonly gapMs: number
  /** What was bad, each up to the next good reading, oldest first: no line is drawn there. */
  readonly bad: readonly { readonly from: number; readonly to: number }[]
  /** Ends in a ring and dots: the sensor has fallen silent. */
  readonly isStale: boolean
}

/** The drawing's own units; it is stretched to its box, strokes are not. */
const wide = 1000
const tall = 100
const endX = 990
const padding = 6
/** Where the bars of bad spans lie, and how short one may be. */
const barY = 2
const minimumBar = 8

/**
 * A trend without axes: limits dashed, the part beyond a limit in strong ink, a point at the newest
 * value, a bar at the top where it was bad. Hidden from screen readers. It is SVG and not a canvas:
 * every canvas is a layer of its own, around which the page is cut again in each frame.
 */
export function createSparkline() {
  const drawing = new LiveElement<SVGSVGElement>()
  const limits = new LiveElement<SVGPathElement>()
  const line = new LiveElement<SVGPathElement>()
  const beyond = new LiveElement<SVGPathElement>()
  const bad = new LiveElement<SVGPathElement>()
  const silence = new LiveElement<SVGPathElement>()
  const end = new LiveElement<SVGPathElement>()
  const hole = new LiveElement<SVGPathElement>()
  return {
    draw: () => (
      <svg
        className="sparkline"
        viewBox={`0 0 ${wide} ${tall}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        ref={drawing.ref}
      >
        <path className="sparkline-limits" ref={limits.ref} />
        <path className="sparkline-line" ref={line.ref} />
        <path className="sparkline-beyond" ref={beyond.ref} />
        <path className="sparkline-bad" ref={bad.ref} />
        <path className="sparkline-silence" ref={silence.ref} />
        <path className="sparkline-end" ref={end.ref} />
        <path className="sparkline-hole" ref={hole.ref} />
      </svg>
    ),
    write(data: SparklineData): void {
      const count = data.times.length
      if (count < 2) return
      const { newest, ...paths } = sparklinePaths(data)
      limits.attribute('d', paths.limits)
      line.attribute('d', paths.line)
      beyond.attribute('d', paths.beyond)
      bad.attribute('d', paths.bad)
      silence.attribute('d', data.isStale ? `M${newest}H${wide}` : '')
      // A line without length and with round ends is a dot that stretching does not distort.
      end.attribute('d', `M${newest}h0`)
      hole.attribute('d', data.isStale ? `M${newest}h0` : '')
      drawing.attribute('data-stale', data.isStale ? '' : null)
    },
  }
}

/** What is drawn of at least one point, as SVG paths; `newest`: the place of the last point. */
export function sparklinePaths(data: SparklineData) {
  const scale = scaleOf(data)
  const last = data.times.length - 1
  return {
    limits: limitLines(data, scale),
    line: curve(data, scale),
    beyond: beyondLimits(data, scale),
    bad: badBars(data, scale),
    newest: `${scale.x(data.times[last] ?? 0)} ${scale.y(data.values[last] ?? 0)}`,
  }
}

interface Scale {
  readonly low: number
  readonly high: number
  /** Places in the drawing's own units, as text. */
  x(time: number): string
  y(value: number): string
}

function scaleOf(data: SparklineData): Scale {
  const { low, high } = valueRange(data)
  const span = data.to - data.from
  return {
    low,
    high,
    x: (time) => Math.max(0, Math.round(((time - data.from) / span) * endX)).toString(),
    y: (value) => (padding + (tall - 2 * padding) * (1 - placeOn({ low, high }, value))).toFixed(1),
  }
}

function limitLines({ lowerLimit, upperLimit }: SparklineData, { low, high, y }: Scale): string {
  return [lowerLimit, upperLimit]
    .map((limit) => (limit === null || limit < low || limit > high ? '' : `M0 ${y(limit)}H${wide}`))
    .join('')
}

function curve(data: SparklineData, { x, y }: Scale): string {
  let line = ''
  let wasAlone = false
  for (let index = 0; index < data.times.length; index++) {
    const begins = index === 0 || isBroken(data, index)
    // A point between two interruptions is a dot.
    if (begins && wasAlone) line += 'h0'
    line += `${begins ? 'M' : 'L'}${x(data.times[index] ?? 0)} ${y(data.values[index] ?? 0)}`
    wasAlone = begins
  }
  return wasAlone ? `${line}h0` : line
}

/** Whether no reading, or a bad one, came between this point and the one before it. */
function isBroken({ times, gapMs, bad }: SparklineData, index: number): boolean {
  const [before, time] = [times[index - 1] ?? 0, times[index] ?? 0]
  return time - before > gapMs || bad.some(({ from }) => from > before && from < time)
}

function badBars({ bad }: SparklineData, { x }: Scale): string {
  return bad
    .map(({ from, to }) => {
      const [start, end] = [Number(x(from)), Number(x(to))]
      return `M${start} ${barY}H${Math.max(end, start + minimumBar)}`
    })
    .join('')
}

function valueRange(data: SparklineData): { low: number; high: number } {
  let low = Infinity
  let high = -Infinity
  for (const value of data.values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  low = within(low, -farthest, farthest)
  high = within(high, -farthest, farthest)
  // A limit is drawn when the curve comes near it, so that the shape is not flattened by a limit
  // far away.
  const near = Math.max((high - low) * 0.6, Math.abs(high) * 0.01)
  if (data.upperLimit !== null && data.upperLimit > high && data.upperLimit - high < near)
    high = data.upperLimit
  if (data.lowerLimit !== null && data.lowerLimit < low && low - data.lowerLimit < near)
    low = data.lowerLimit
  // A value that only trembles in its last digits is drawn as the flat line it is.
  const minimum = Math.max(Math.abs(low), Math.abs(high)) * 0.004 || 1e-9
  if (high - low >= minimum) return { low, high }
  const middle = (low + high) / 2
  return { low: middle - minimum / 2, high: middle + minimum / 2 }
}

/** The parts of the curve above the upper and below the lower limit, cut where it crosses them. */
function beyondLimits(data: SparklineData, scale: Scale): string {
  const { upperLimit, lowerLimit } = data
  const above = upperLimit !== null && upperLimit < scale.high
  const below = lowerLimit !== null && lowerLimit > scale.low
  return (
    (above ? beyondLimit(data, scale, upperLimit, 1) : '') +
    (below ? beyondLimit(data, scale, lowerLimit, -1) : '')
  )
}

/** `sign`: 1 for what is above the limit, -1 for what is below it. */
function beyondLimit(data: SparklineData, { x, y }: Scale, limit: number, sign: 1 | -1): string {
  const { times, values } = data
  let drawn = ''
  let wasOut = false
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0
    const time = times[index] ?? 0
    const isOut = (value - limit) * sign > 0
    const begins = index === 0 || isBroken(data, index)
    if (!begins && isOut !== wasOut) {
      const before = values[index - 1] ?? 0
      const timeBefore = times[index - 1] ?? 0
      const place = placeOn({ low: before, high: value }, limit)
      const crossing = timeBefore + place * (time - timeBefore)
      drawn += `${isOut ? 'M' : 'L'}${x(crossing)} ${y(limit)}`
    }
    if (isOut) drawn += `${begins ? 'M' : 'L'}${x(time)} ${y(value)}`
    wasOut = isOut
  }
  return drawn
}
