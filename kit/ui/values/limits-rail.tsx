import type { CSSProperties } from 'react'
import './limits-rail.css'
import { LiveElement } from '../live-element.ts'

/** The scale a value is drawn on, with its limits; all in the unit of the value, `low` < `high`. */
export interface RailScale {
  readonly low: number
  readonly high: number
  readonly lowerLimit: number | null
  readonly upperLimit: number | null
}

/** Where `value` lies on the scale, 0 at its low end to 1 at its high end, never outside. */
export function placeOn({ low, high }: RailScale, value: number): number {
  const span = high - low
  // Halves where the span of the greatest doubles overflows; those of the least would be zero.
  const place = Number.isFinite(span)
    ? (value - low) / span
    : (value / 2 - low / 2) / (high / 2 - low / 2)
  return Math.min(1, Math.max(0, place))
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** Keeps the figure of a limit inside the widget when the limit lies at an end of the scale. */
const shift = (share: number) => (share < 0.08 ? '0' : share > 0.92 ? '-100%' : '-50%')

type RailStyle = CSSProperties & Readonly<Record<`--rail-${string}`, string>>

/** The parts that stand still, as custom properties for the layers of the rail's background. */
function railStyle(lower: number | null, upper: number | null): RailStyle {
  return {
    '--rail-lower': percent(lower ?? 0),
    '--rail-upper': percent(upper ?? 1),
    '--rail-lower-ink': lower === null ? 'transparent' : 'var(--ink-2)',
    '--rail-upper-ink': upper === null ? 'transparent' : 'var(--ink-2)',
  }
}

interface RailLabels {
  readonly lower: string | null
  readonly upper: string | null
}

/**
 * What the rail shows: the value (null: no pointer), and today's minimum and maximum (null: no
 * hairline).
 */
export interface RailReading {
  readonly value: number | null
  readonly dayLow: number | null
  readonly dayHigh: number | null
}

/**
 * The limits rail: the normal band between the limits, today's range as a hairline, the value as a
 * pointer. A drawing beside figures that say the same, hidden from screen readers. A move of the
 * pointer changes one property of one small element: nothing is laid out, and the layers of the
 * rail are neither computed nor painted again.
 */
export function createLimitsRail() {
  const rail = new LiveElement()
  const pointer = new LiveElement()
  return {
    /** `labels`: the limits as formatted figures under the rail; absent on small widgets. */
    draw(scale: RailScale, labels?: RailLabels) {
      const lower = scale.lowerLimit === null ? null : placeOn(scale, scale.lowerLimit)
      const upper = scale.upperLimit === null ? null : placeOn(scale, scale.upperLimit)
      return (
        <>
          <div className="rail" ref={rail.ref} aria-hidden="true" style={railStyle(lower, upper)}>
            <i className="rail-pointer" ref={pointer.ref} />
          </div>
          {labels ? (
            <div className="rail-labels" aria-hidden="true">
              <RailLabel place={lower} text={labels.lower} />
              <RailLabel place={upper} text={labels.upper} />
            </div>
          ) : null}
        </>
      )
    },
    write(scale: RailScale, { value, dayLow, dayHigh }: RailReading): void {
      const upper = placeOn(scale, scale.upperLimit ?? scale.high)
      const lower = placeOn(scale, scale.lowerLimit ?? scale.low)
      const place = value === null ? null : placeOn(scale, value)
      const [from, to] = beyondLimits(place, lower, upper)
      rail.attribute('data-empty', place === null ? '' : null)
      if (place !== null) pointer.style('background-position-x', percent(1 - place))
      rail.style('--rail-beyond-from', percent(from))
      rail.style('--rail-beyond-to', percent(to))
      rail.style('--rail-day-low', percent(dayLow === null ? 0 : placeOn(scale, dayLow)))
      rail.style('--rail-day-high', percent(dayHigh === null ? 0 : placeOn(scale, dayHigh)))
    },
  }
}

/** The span between a limit and a value beyond it, as places on the scale; none: 0 to 0. */
export function beyondLimits(
  place: number | null,
  lower: number,
  upper: number,
): readonly [from: number, to: number] {
  if (place === null) return [0, 0]
  return place > upper ? [upper, place] : place < lower ? [place, lower] : [0, 0]
}

function RailLabel({
  place,
  text,
}: {
  readonly place: number | null
  readonly text: string | null
}) {
  if (place === null || text === null) return null
  return (
    <span style={{ left: percent(place), transform: `translateX(${shift(place)})` }}>{text}</span>
  )
}
