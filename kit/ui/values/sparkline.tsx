import './sparkline.css'
import { attributeWriter, part } from '../write.ts'

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
  /** Ends in a ring and dots: the sensor has fallen silent. */
  readonly isStale: boolean
}

/** The drawing's own units; it is stretched to its box, strokes are not. */
const wide = 1000
const tall = 100
const endPlace = 990
const padding = 6

/**
 * A trend without axes: limits dashed, the part beyond a limit in strong ink, a point at the newest
 * value. Hidden from screen readers. It is SVG and not a canvas: every canvas is a layer of its
 * own, around which the page is cut anew in each frame.
 */
export function Sparkline() {
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${wide} ${tall}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-part="sparkline"
    >
      <path className="sparkline-limits" data-part="sparkline-limits" />
      <path className="sparkline-line" data-part="sparkline-line" />
      <path className="sparkline-beyond" data-part="sparkline-beyond" />
      <path className="sparkline-silence" data-part="sparkline-silence" />
      <path className="sparkline-end" data-part="sparkline-end" />
      <path className="sparkline-hole" data-part="sparkline-hole" />
    </svg>
  )
}

/** Returns what draws the `Sparkline` inside `root`. */
export function mountSparkline(root: Element): (data: SparklineData) => void {
  const path = (name: string) => attributeWriter(part<SVGPathElement>(root, name), 'd')
  const writeLimits = path('sparkline-limits')
  const writeLine = path('sparkline-line')
  const writeBeyond = path('sparkline-beyond')
  const writeSilence = path('sparkline-silence')
  const writeEnd = path('sparkline-end')
  const writeHole = path('sparkline-hole')
  const writeStale = attributeWriter(part(root, 'sparkline'), 'data-stale')
  return (data) => {
    const count = data.times.length
    if (count < 2) return
    const { low, high } = valueRange(data)
    const x = (time: number) =>
      Math.max(0, Math.round(((time - data.from) / (data.to - data.from)) * endPlace))
    const y = (value: number) => padding + (tall - 2 * padding) * (1 - (value - low) / (high - low))
    const at = (index: number) =>
      `${x(data.times[index] ?? 0)} ${y(data.values[index] ?? 0).toFixed(1)}`
    const limits = [data.lowerLimit, data.upperLimit].filter(
      (limit) => limit !== null && limit >= low && limit <= high,
    )
    let line = `M${at(0)}`
    for (let index = 1; index < count; index++)
      line += `${isGap(data, index) ? 'M' : 'L'}${at(index)}`
    const end = at(count - 1)
    writeLimits(limits.map((limit) => `M0 ${y(limit ?? 0).toFixed(1)}H${wide}`).join(''))
    writeLine(line)
    writeBeyond(beyond(data, low, high, x, y))
    writeSilence(data.isStale ? `M${end}H${wide}` : '')
    // A line without length and with round ends is a dot that stretching does not distort.
    writeEnd(`M${end}h0`)
    writeStale(data.isStale ? '' : null)
    writeHole(data.isStale ? `M${end}h0` : '')
  }
}

/** Whether nothing was heard between this point and the one before it. */
function isGap({ times, gapMs }: SparklineData, index: number): boolean {
  return (times[index] ?? 0) - (times[index - 1] ?? 0) > gapMs
}

function valueRange(data: SparklineData): { low: number; high: number } {
  let low = Infinity
  let high = -Infinity
  for (const value of data.values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  // A limit is drawn when the curve comes near it, so that the shape is not flattened by a limit
  // far away.
  const near = Math.max((high - low) * 0.6, Math.abs(high) * 0.01)
  if (data.upperLimit !== null && data.upperLimit > high && data.upperLimit - high < near)
    high = data.upperLimit
  if (data.lowerLimit !== null && data.lowerLimit < low && low - data.lowerLimit < near)
    low = data.lowerLimit
  // A value that only trembles in its last digits is drawn as the flat line it is.
  const least = Math.max(Math.abs(high) * 0.004, 1e-9)
  if (high - low < least) return { low: (low + high - least) / 2, high: (low + high + least) / 2 }
  return { low, high }
}

type Scale = (value: number) => number

/** The parts of the curve above the upper and below the lower limit, cut where it crosses them. */
function beyond(data: SparklineData, low: number, high: number, x: Scale, y: Scale): string {
  const { times, values, upperLimit, lowerLimit } = data
  const cuts = [
    ...(upperLimit !== null && upperLimit < high ? [{ limit: upperLimit, sign: 1 }] : []),
    ...(lowerLimit !== null && lowerLimit > low ? [{ limit: lowerLimit, sign: -1 }] : []),
  ]
  let drawn = ''
  for (const { limit, sign } of cuts) {
    let isOut = false
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? 0
      const time = times[index] ?? 0
      const isNowOut = (value - limit) * sign > 0
      const startsAnew = index === 0 || isGap(data, index)
      if (!startsAnew && isNowOut !== isOut) {
        const before = values[index - 1] ?? 0
        const share = (limit - before) / (value - before)
        const crossing = (times[index - 1] ?? 0) + share * (time - (times[index - 1] ?? 0))
        drawn += `${isNowOut ? 'M' : 'L'}${x(crossing)} ${y(limit).toFixed(1)}`
      }
      if (isNowOut) drawn += `${startsAnew ? 'M' : 'L'}${x(time)} ${y(value).toFixed(1)}`
      isOut = isNowOut
    }
  }
  return drawn
}
