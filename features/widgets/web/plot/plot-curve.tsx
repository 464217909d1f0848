import { LiveElement } from '#kit/ui/live-element.ts'
import { placeOn } from '#kit/ui/values/limits-rail.tsx'
import { badPath, curvePath, type Curve, type Places } from './curve.ts'

/** A curve with what is known of its end. */
export interface PlotCurve extends Curve {
  /** The axis that it is drawn on: left or right. */
  readonly side: 0 | 1
  /** Ends in a ring and dots: the sensor has fallen silent, or what it says now is bad. */
  readonly hasEnded: boolean
  /** Limits beyond which it is drawn heavier; null: none. */
  readonly lower: number | null
  readonly upper: number | null
}

/** One curve of a plot; the pen is that of its place among the curves. */
export function createPlotCurve() {
  const group = new LiveElement<SVGGElement>()
  const line = new LiveElement<SVGPathElement>()
  const beyond = new LiveElement<SVGPathElement>()
  const silence = new LiveElement<SVGPathElement>()
  const end = new LiveElement<SVGPathElement>()
  const hole = new LiveElement<SVGPathElement>()
  return {
    draw: (index: number) => (
      <g key={index} className="live-plot-curve" data-pen={index + 1} ref={group.ref}>
        <path className="live-plot-line" ref={line.ref} />
        <path className="live-plot-beyond" ref={beyond.ref} />
        <path className="live-plot-silence" ref={silence.ref} />
        <path className="live-plot-end" ref={end.ref} />
        <path className="live-plot-hole" ref={hole.ref} />
      </g>
    ),
    /** `from`: the beginning of the window, ms UTC. */
    write(curve: PlotCurve | null, from: number, places: Places & { readonly end: number }): void {
      const count = curve?.times.length ?? 0
      const path = curve ? curvePath(curve, from, places) : ''
      const newest =
        curve && count > 0 && (curve.times[count - 1] ?? 0) >= from
          ? `${places.x(curve.times[count - 1] ?? 0).toFixed(1)} ${places
              .y(curve.values[count - 1] ?? 0)
              .toFixed(1)}`
          : null
      const hasEnded = curve?.hasEnded === true
      line.attribute('d', path)
      beyond.attribute('d', curve ? curvePath(beyondOf(curve), from, places) : '')
      const bad = curve ? badPath(curve, from, places.end, places) : ''
      silence.attribute('d', bad + (newest !== null && hasEnded ? `M${newest}H1000` : ''))
      end.attribute('d', newest === null ? '' : `M${newest}h0`)
      hole.attribute('d', newest !== null && hasEnded ? `M${newest}h0` : '')
      group.attribute('data-ended', hasEnded ? '' : null)
    },
  }
}

/** The parts of a curve beyond its limits, cut where it crosses them; gaps stay gaps. */
export function beyondOf({ times, values, gapMs, bad, lower, upper }: PlotCurve): Curve {
  const beyond = { times: [] as number[], values: [] as number[] }
  const breaks = [...bad]
  const isOut = (value: number) =>
    (upper !== null && value > upper) || (lower !== null && value < lower)
  const add = (time: number, value: number) => {
    beyond.times.push(time)
    beyond.values.push(value)
  }
  let wasOut = false
  for (let index = 0; index < times.length; index++) {
    const [time, value] = [times[index] ?? 0, values[index] ?? 0]
    const out = isOut(value)
    const [timeBefore, before] = [times[index - 1] ?? time, values[index - 1] ?? value]
    if (index > 0 && out !== wasOut && time - timeBefore <= gapMs) {
      const limit = limitBetween(before, value, lower, upper)
      const place = placeOn({ low: before, high: value }, limit)
      const crossing = timeBefore + place * (time - timeBefore)
      add(crossing, limit)
      // The line within the limits is none of this one.
      if (!out) breaks.push({ from: crossing + 0.001, to: crossing + 0.001 })
    }
    if (out) add(time, value)
    wasOut = out
  }
  return { ...beyond, gapMs, bad: breaks }
}

/** The limit that lies between two values, one of which is beyond it. */
function limitBetween(
  one: number,
  other: number,
  lower: number | null,
  upper: number | null,
): number {
  const [low, high] = [Math.min(one, other), Math.max(one, other)]
  return upper !== null && low <= upper && high > upper ? upper : (lower ?? low)
}
