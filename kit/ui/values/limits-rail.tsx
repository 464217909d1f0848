import type { CSSProperties } from 'react'
import './limits-rail.css'
import { attributeWriter, part, styleWriter } from '../write.ts'

/** The scale a value is drawn on, with its limits; all in the unit of the value, `low` < `high`. */
export interface RailScale {
  readonly low: number
  readonly high: number
  readonly lowerLimit: number | null
  readonly upperLimit: number | null
}

/** Where `value` lies on the scale, 0 at its low end to 1 at its high end, never outside. */
export function placeOn({ low, high }: RailScale, value: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
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

interface LimitsRailProps {
  readonly scale: RailScale
  /** The limits as formatted figures to write under the rail; absent on small widgets. */
  readonly labels?: { readonly lower: string | null; readonly upper: string | null }
}

/**
 * The limits rail: the normal band between the limits, today's range as a hairline, the value as a
 * pointer. A drawing beside figures that say the same, hidden from screen readers.
 */
export function LimitsRail({ scale, labels }: LimitsRailProps) {
  const lower = scale.lowerLimit === null ? null : placeOn(scale, scale.lowerLimit)
  const upper = scale.upperLimit === null ? null : placeOn(scale, scale.upperLimit)
  return (
    <>
      <div className="rail" data-part="rail" aria-hidden="true" style={railStyle(lower, upper)}>
        <i className="rail-pointer" data-part="rail-pointer" />
      </div>
      {labels ? (
        <div className="rail-labels" aria-hidden="true">
          {lower === null || labels.lower === null ? null : (
            <span style={{ left: percent(lower), transform: `translateX(${shift(lower)})` }}>
              {labels.lower}
            </span>
          )}
          {upper === null || labels.upper === null ? null : (
            <span style={{ left: percent(upper), transform: `translateX(${shift(upper)})` }}>
              {labels.upper}
            </span>
          )}
        </div>
      ) : null}
    </>
  )
}

/**
 * What the rail shows: the value (null: no pointer), and today's least and greatest value (null: no
 * hairline).
 */
export interface RailView {
  readonly value: number | null
  readonly dayLow: number | null
  readonly dayHigh: number | null
}

/**
 * Returns what moves the `LimitsRail` inside `root`. A move of the pointer changes one property of
 * one small element: nothing is laid out, and the layers of the rail are neither computed nor
 * painted anew.
 */
export function mountRail(root: Element, scale: RailScale): (view: RailView) => void {
  const rail = part(root, 'rail')
  const writePointer = styleWriter(part(root, 'rail-pointer'), 'background-position-x')
  const writeDayLow = styleWriter(rail, '--rail-day-low')
  const writeDayHigh = styleWriter(rail, '--rail-day-high')
  const writeFrom = styleWriter(rail, '--rail-beyond-from')
  const writeTo = styleWriter(rail, '--rail-beyond-to')
  const writeEmpty = attributeWriter(rail, 'data-empty')
  const upper = placeOn(scale, scale.upperLimit ?? scale.high)
  const lower = placeOn(scale, scale.lowerLimit ?? scale.low)
  return ({ value, dayLow, dayHigh }) => {
    const place = value === null ? null : placeOn(scale, value)
    writeEmpty(place === null ? '' : null)
    if (place !== null) writePointer(percent(1 - place))
    writeFrom(percent(place === null ? 0 : place > upper ? upper : place < lower ? place : 0))
    writeTo(percent(place === null ? 0 : place > upper ? place : place < lower ? lower : 0))
    writeDayLow(percent(dayLow === null ? 0 : placeOn(scale, dayLow)))
    writeDayHigh(percent(dayHigh === null ? 0 : placeOn(scale, dayHigh)))
  }
}
