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
            <span>{write(scale.low)}</span>
            {namedLimits(scale).map((limit) => (
              <b key={limit} style={{ left: percent(placeOn(scale, limit)) }}>
                {write(limit)}
              </b>
            ))}
            <span>{write(scale.high)}</span>
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

/** A figure takes about this share of the bar: what is nearer would lie on its neighbour. */
const figureShare = 0.18

/** The limits whose figures have room beside those of the scale's ends, and beside each other. */
export function namedLimits(scale: RailScale): readonly number[] {
  const hasRoom = (limit: number, from: number) =>
    placeOn(scale, limit) - from >= figureShare && 1 - placeOn(scale, limit) >= figureShare
  const { lowerLimit, upperLimit } = scale
  const lower = lowerLimit !== null && hasRoom(lowerLimit, 0) ? [lowerLimit] : []
  const end = lower[0] === undefined ? 0 : placeOn(scale, lower[0])
  return upperLimit !== null && hasRoom(upperLimit, end) ? [...lower, upperLimit] : lower
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
