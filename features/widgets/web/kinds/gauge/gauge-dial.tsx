import { LiveElement } from '#kit/ui/live-element.ts'
import {
  beyondLimits,
  placeOn,
  type RailReading,
  type RailScale,
} from '#kit/ui/values/limits-rail.tsx'

/** The half circle, on which a place on the scale is measured in thousandths of its length. */
const arc = 'M16 100A84 84 0 0 1 184 100'
const length = 1000
/** Widths along the arc: of the pointer, of what keeps it apart, and of its core. */
const pointer = { halo: 36, edge: 20, core: 8 }
const tick = 7

/** The dashes that leave of the arc only what lies between two places, 0 to 1. */
function between(from: number, to: number): string {
  const start = Math.round(from * length)
  return `0 ${start} ${Math.max(0, Math.round(to * length) - start)} ${2 * length}`
}

/** The dash of a mark of this width, in the middle of the pointer's room. */
const mark = (width: number) => `0 ${(pointer.halo - width) / 2} ${width} ${3 * length}`

/**
 * The limits rail bent to a half circle: the normal band, today's range as a hairline, ticks at the
 * limits, the value as a pointer. A drawing beside figures that say the same, hidden from screen
 * readers. A move of the pointer shifts a dash along a path that stays: nothing is laid out.
 */
export function createGaugeDial() {
  const dial = new LiveElement<SVGSVGElement>()
  const day = new LiveElement<SVGPathElement>()
  const beyond = new LiveElement<SVGPathElement>()
  const needle = new LiveElement<SVGGElement>()
  return {
    draw(scale: RailScale) {
      const [lower, upper] = limitPlaces(scale)
      return (
        <svg className="gauge-dial" viewBox="0 0 200 104" aria-hidden="true" ref={dial.ref}>
          <Arc name="out" dashes={between(0, 1)} />
          <Arc name="in" dashes={between(lower ?? 0, upper ?? 1)} />
          <path className="gauge-beyond" d={arc} pathLength={length} ref={beyond.ref} />
          <path className="gauge-day" d={arc} pathLength={length} ref={day.ref} />
          {lower === null ? null : <Arc name="limit" dashes={tickAt(lower)} />}
          {upper === null ? null : <Arc name="limit" dashes={tickAt(upper)} />}
          <g className="gauge-pointer" ref={needle.ref}>
            <Arc name="halo" dashes={mark(pointer.halo)} />
            <Arc name="edge" dashes={mark(pointer.edge)} />
            <Arc name="core" dashes={mark(pointer.core)} />
          </g>
        </svg>
      )
    },
    write(scale: RailScale, { value, dayLow, dayHigh }: RailReading): void {
      const [lower, upper] = limitPlaces(scale)
      const place = value === null ? null : placeOn(scale, value)
      dial.attribute('data-empty', place === null ? '' : null)
      if (place !== null)
        needle.style('stroke-dashoffset', (-place * (length - pointer.halo)).toFixed(1))
      beyond.attribute('stroke-dasharray', between(...beyondLimits(place, lower ?? 0, upper ?? 1)))
      const range =
        dayLow === null || dayHigh === null
          ? ([0, 0] as const)
          : ([placeOn(scale, dayLow), placeOn(scale, dayHigh)] as const)
      day.attribute('stroke-dasharray', between(...range))
    },
  }
}

function Arc({ name, dashes }: { readonly name: string; readonly dashes: string }) {
  return <path className={`gauge-${name}`} d={arc} pathLength={length} strokeDasharray={dashes} />
}

function limitPlaces(scale: RailScale): readonly [lower: number | null, upper: number | null] {
  const { lowerLimit, upperLimit } = scale
  return [
    lowerLimit === null ? null : placeOn(scale, lowerLimit),
    upperLimit === null ? null : placeOn(scale, upperLimit),
  ]
}

function tickAt(place: number): string {
  const start = place * (length - tick)
  return between(start / length, (start + tick) / length)
}
