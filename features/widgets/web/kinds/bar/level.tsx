import type { CSSProperties } from 'react'
import { LiveElement } from '#kit/ui/live-element.ts'
import { beyondLimits, placeOn, type RailScale } from '#kit/ui/values/limits-rail.tsx'
import './level.css'

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** From where a bar grows: zero where it is on the scale, else the end that is nearer to it. */
export function originOf({ low, high }: RailScale): number {
  return low > 0 ? low : high < 0 ? high : 0
}

/**
 * The horizontal bar with the limits across it and figures below. A drawing beside figures that say
 * the same, hidden from screen readers.
 */
export function createLevel() {
  const level = new LiveElement()
  return {
    draw(scale: RailScale, write: (value: number) => string) {
      return (
        <div className="level-box" aria-hidden="true">
          <div className="level" ref={level.ref}>
            <Limits scale={scale} />
          </div>
          <div className="level-figures">
            {namedPlaces(scale).map(({ value, isLimit }) => (
              <span
                key={value}
                data-limit={isLimit ? '' : undefined}
                style={{ left: percent(placeOn(scale, value)), transform: shiftOf(scale, value) }}
              >
                {write(value)}
              </span>
            ))}
          </div>
        </div>
      )
    },
    /** `null`: no bar. */
    write(scale: RailScale, value: number | null): void {
      const origin = placeOn(scale, originOf(scale))
      const place = value === null ? null : placeOn(scale, value)
      const from = Math.min(origin, place ?? origin)
      const to = Math.max(origin, place ?? origin)
      const [beyondFrom, beyondTo] = beyondLimits(
        place,
        placeOn(scale, scale.lowerLimit ?? scale.low),
        placeOn(scale, scale.upperLimit ?? scale.high),
      )
      level.attribute('data-empty', place === null ? '' : null)
      level.style('--level-from', percent(from))
      level.style('--level-to', percent(to))
      level.style('--level-beyond-from', percent(beyondFrom))
      level.style('--level-beyond-to', percent(beyondTo))
    },
  }
}

/** A figure takes about this share of a bar that has room for the ends of its scale. */
const figureShare = 0.13

/** How much of a figure stands before its place: one at an end stays inside the bar. */
const partBefore = (place: number) => (place < 0.1 ? 0 : place > 0.9 ? 1 : 0.5)

const shiftOf = (scale: RailScale, value: number) =>
  `translateX(${-100 * partBefore(placeOn(scale, value))}%)`

/** Where a figure begins, as a share of the bar. */
function beginOf(scale: RailScale, value: number): number {
  const place = placeOn(scale, value)
  return place - figureShare * partBefore(place)
}

interface NamedPlace {
  readonly value: number
  readonly isLimit: boolean
}

/** What is written below the bar: limits first, then the ends of the scale that have room. */
export function namedPlaces(scale: RailScale): readonly NamedPlace[] {
  const { lowerLimit, upperLimit, low, high } = scale
  const limits = [lowerLimit, upperLimit].filter((limit) => limit !== null)
  const candidates = [
    ...limits.map((value) => ({ value, isLimit: true })),
    ...[low, high].map((value) => ({ value, isLimit: false })),
  ]
  const named: NamedPlace[] = []
  for (const candidate of candidates) {
    const begin = beginOf(scale, candidate.value)
    const isFree = named.every(
      ({ value }) => Math.abs(beginOf(scale, value) - begin) >= figureShare,
    )
    if (isFree) named.push(candidate)
  }
  return named.toSorted((one, other) => one.value - other.value)
}

function Limits({ scale }: { readonly scale: RailScale }) {
  const { lowerLimit, upperLimit } = scale
  const style: CSSProperties & Readonly<Record<`--level-${string}`, string>> = {
    '--level-lower': percent(placeOn(scale, lowerLimit ?? scale.low)),
    '--level-upper': percent(placeOn(scale, upperLimit ?? scale.high)),
  }
  return (
    <i className="level-band" style={style}>
      {lowerLimit === null ? null : <i className="level-limit" data-limit="lower" />}
      {upperLimit === null ? null : <i className="level-limit" data-limit="upper" />}
    </i>
  )
}
