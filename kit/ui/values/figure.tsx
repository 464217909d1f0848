import './figure.css'
import { part, styleWriter, textWriter, type Write } from '../write.ts'

/**
 * A large figure with its unit. Only the decimal point is proportional, so that digits keep their
 * columns.
 */
export function Figure({ unit }: { readonly unit: string }) {
  return (
    <>
      <b className="figure" data-part="figure">
        <span data-part="figure-whole" />
        <i className="figure-point" data-part="figure-point" />
        <span data-part="figure-fraction" />
      </b>
      <span className="figure-unit" data-part="figure-unit">
        {unit}
      </span>
    </>
  )
}

/** Digits that fit a figure at its full size in the narrowest widget; longer ones step down. */
const comfortable = 6

/** Returns what writes a formatted number such as `1 284.50` into the `Figure` inside `root`. */
export function mountFigure(root: Element): Write<string> {
  const writeWhole = textWriter(part(root, 'figure-whole'))
  const writePoint = textWriter(part(root, 'figure-point'))
  const writeFraction = textWriter(part(root, 'figure-fraction'))
  const writeScale = styleWriter(part(root, 'figure'), '--figure-scale')
  return (formatted) => {
    const point = formatted.lastIndexOf('.')
    const hasPoint = point >= 0
    writeWhole(hasPoint ? formatted.slice(0, point) : formatted)
    writePoint(hasPoint ? '.' : '')
    writeFraction(hasPoint ? formatted.slice(point + 1) : '')
    const excess = formatted.length - (hasPoint ? 0.5 : 0) - comfortable
    writeScale(excess <= 0 ? '1' : excess <= 2 ? '.82' : excess <= 4 ? '.68' : '.56')
  }
}
