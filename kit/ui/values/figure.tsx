import './figure.css'
import { LiveElement } from '../live-element.ts'

/** Digits that fit a figure at its full size in the narrowest widget; longer ones step down. */
const comfortable = 6

/**
 * A large figure with its unit. Only the decimal point is proportional, so that digits keep their
 * columns.
 */
export function createFigure() {
  const figure = new LiveElement()
  const whole = new LiveElement()
  const point = new LiveElement()
  const fraction = new LiveElement()
  const unit = new LiveElement()
  return {
    draw: () => (
      <>
        <b className="figure" ref={figure.ref}>
          <span ref={whole.ref} />
          <i className="figure-point" ref={point.ref} />
          <span ref={fraction.ref} />
        </b>
        <span className="figure-unit" ref={unit.ref} />
      </>
    ),
    /** Writes a formatted number such as `1 284.50`, or a word in its place, and the unit. */
    write(formatted: string, unitText: string): void {
      const pointAt = formatted.search(/[.,]\d*$/)
      const hasPoint = pointAt >= 0
      whole.text(hasPoint ? formatted.slice(0, pointAt) : formatted)
      point.text(hasPoint ? formatted.slice(pointAt, pointAt + 1) : '')
      fraction.text(hasPoint ? formatted.slice(pointAt + 1) : '')
      const excess = formatted.length - (hasPoint ? 0.5 : 0) - comfortable
      figure.style(
        '--figure-scale',
        excess <= 0 ? '1' : excess <= 2 ? '.82' : excess <= 4 ? '.68' : '.56',
      )
      unit.text(unitText)
    },
  }
}
