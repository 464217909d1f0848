import type { CSSProperties } from 'react'
import './limits-rail.css'
import { LiveElement } from '../live-element.ts'
import { emsOf } from './fitting.ts'

/** The scale a value is drawn on, with its limits; all in the unit of the value, `low` < `high`. */
export interface RailScale {
  readonly low: number
  readonly high: number
  readonly lowerLimit: number | null
  readonly upperLimit: number | null
}

type Ends = Pick<RailScale, 'low' | 'high'>

/** Where `value` lies on the scale, 0 at its low end to 1 at its high end, never outside. */
export function placeOn({ low, high }: Ends, value: number): number {
  const span = high - low
  // Halves where the span of the greatest doubles overflows; those of the least would be zero.
  const place = Number.isFinite(span)
    ? (value - low) / span
    : (value / 2 - low / 2) / (high / 2 - low / 2)
  return Math.min(1, Math.max(0, place))
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
/** Of what changes with readings: a step is less than a pixel of any rail. */
const coarsePercent = (share: number) => `${(share * 100).toFixed(1)}%`

type RailStyle = CSSProperties &
  Readonly<Record<`--rail-${string}`, string> & Partial<Record<`--${string}-ems`, number>>>

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

/** What the places of the figures follow from; a figure that stands alone leaves no gap. */
function labelsStyle(places: RailStyle, { lower, upper }: RailLabels): RailStyle {
  return {
    ...places,
    '--lower-ems': lower === null ? 0 : emsOf(lower),
    '--upper-ems': upper === null ? 0 : emsOf(upper),
    '--rail-gap': lower === null || upper === null ? '0px' : '8px',
  }
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

/** Part of a rail, 0 to 1; nothing of it where both are the same. */
type Span = readonly [from: number, to: number]

/** Where a picture as wide as a span begins, as a share of the room that it leaves. */
export const beginOf = ([from, to]: Span) => (to - from < 1 ? from / (1 - (to - from)) : 0)

/**
 * The limits rail: the normal band between the limits, today's range as a hairline, the value as a
 * pointer. A drawing beside figures that say the same, hidden from screen readers. What readings
 * change are sizes and places of pictures in two small elements: nothing is laid out, no picture is
 * computed anew, and what stands still is not painted again.
 */
export function createLimitsRail() {
  const rail = new LiveElement()
  const spans = new LiveElement()
  const pointer = new LiveElement()
  const limits = new LiveElement()
  return {
    /** `labels`: the limits as formatted figures under the rail; absent on small widgets. */
    draw(scale: RailScale, labels?: RailLabels) {
      const lower = scale.lowerLimit === null ? null : placeOn(scale, scale.lowerLimit)
      const upper = scale.upperLimit === null ? null : placeOn(scale, scale.upperLimit)
      const places = railStyle(lower, upper)
      return (
        <>
          <div className="rail" ref={rail.ref} aria-hidden="true" style={places}>
            <i className="rail-spans" ref={spans.ref} />
            <i className="rail-marks">
              <i className="rail-pointer" ref={pointer.ref} />
            </i>
          </div>
          {labels ? (
            <div
              className="rail-labels"
              ref={limits.ref}
              aria-hidden="true"
              style={labelsStyle(places, labels)}
            >
              {labels.lower === null ? null : (
                <span className="rail-lower-limit">{labels.lower}</span>
              )}
              {labels.upper === null ? null : (
                <span className="rail-upper-limit">{labels.upper}</span>
              )}
            </div>
          ) : null}
        </>
      )
    },
    write(scale: RailScale, { value, dayLow, dayHigh }: RailReading): void {
      const upper = placeOn(scale, scale.upperLimit ?? scale.high)
      const lower = placeOn(scale, scale.lowerLimit ?? scale.low)
      const place = value === null ? null : placeOn(scale, value)
      const beyond = beyondLimits(place, lower, upper)
      const day: Span =
        dayLow === null || dayHigh === null
          ? [0, 0]
          : [placeOn(scale, dayLow), placeOn(scale, dayHigh)]
      rail.attribute('data-empty', place === null ? '' : null)
      // Of a value that is not there no limit is nearer: the one that was stays.
      if (place !== null)
        limits.attribute('data-nearer', place - lower < upper - place ? 'lower' : 'upper')
      if (place !== null) pointer.style('background-position-x', coarsePercent(1 - place))
      const width = ([from, to]: Span) => coarsePercent(to - from)
      spans.style(
        'background-size',
        `${width(day)} var(--rail-hair), ${width(beyond)} var(--rail-thick), 0 0`,
      )
      spans.style(
        'background-position-x',
        `${coarsePercent(beginOf(day))}, ${coarsePercent(beginOf(beyond))}`,
      )
    },
  }
}

/** The span between a limit and a value beyond it, as places on the scale; none: 0 to 0. */
export function beyondLimits(place: number | null, lower: number, upper: number): Span {
  if (place === null) return [0, 0]
  return place > upper ? [upper, place] : place < lower ? [place, lower] : [0, 0]
}
