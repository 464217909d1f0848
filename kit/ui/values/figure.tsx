import './figure.css'
import { LiveElement } from '../live-element.ts'
import { emsOf } from './fitting.ts'

/** A longer unit is shortened: its figure would have no room, or it could not be read. */
const maximumUnitEms = 7

/**
 * A large figure with its unit, which steps down in size until both fit in the room of the widget.
 * Only the decimal point is proportional, so that digits keep their columns.
 */
export function createFigure() {
  const line = new LiveElement()
  const figure = new LiveElement()
  const whole = new LiveElement()
  const point = new LiveElement()
  const fraction = new LiveElement()
  const unit = new LiveElement()
  return {
    draw: () => (
      <span className="figure-line" ref={line.ref}>
        <b className="figure" ref={figure.ref}>
          <span ref={whole.ref} />
          <i className="figure-point" ref={point.ref} />
          <span ref={fraction.ref} />
        </b>
        <span className="figure-unit" ref={unit.ref} />
      </span>
    ),
    /** Writes a formatted number such as `1 284.50`, or a word in its place, and the unit. */
    write(formatted: string, unitText: string): void {
      const pointAt = formatted.search(/[.,]\d*$/)
      const hasPoint = pointAt >= 0
      whole.text(hasPoint ? formatted.slice(0, pointAt) : formatted)
      point.text(hasPoint ? formatted.slice(pointAt, pointAt + 1) : '')
      fraction.text(hasPoint ? formatted.slice(pointAt + 1) : '')
      figure.style('--figure-ems', String(emsOf(formatted)))
      const unitEms = unitText === '' ? 0 : emsOf(unitText)
      line.style('--unit-ems', String(Math.min(maximumUnitEms, unitEms)))
      unit.attribute('data-long', unitEms > maximumUnitEms ? '' : null)
      unit.text(unitText)
    },
  }
}
