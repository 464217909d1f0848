import './state-strip.css'
import { part } from '../write.ts'

/**
 * One stretch of time in one state: its share of the whole and its colour (a CSS colour; null: not
 * known).
 */
export interface StateSpan {
  readonly share: number
  readonly colour: string | null
}

/**
 * The recent past of a state as a band of colours. A drawing beside words, hidden from screen
 * readers.
 */
export function StateStrip() {
  return <div className="state-strip" data-part="state-strip" aria-hidden="true" />
}

/**
 * Returns what draws the `StateStrip` inside `root`, as one background image: no element comes or
 * goes.
 */
export function mountStateStrip(root: Element): (spans: readonly StateSpan[]) => void {
  const element = part(root, 'state-strip')
  let written = ''
  return (spans) => {
    let place = 0
    const stops: string[] = []
    for (const { share, colour } of spans) {
      const from = (place * 100).toFixed(1)
      place += share
      stops.push(`${colour ?? 'transparent'} ${from}% ${(place * 100).toFixed(1)}%`)
    }
    const image = stops.length === 0 ? 'none' : `linear-gradient(90deg, ${stops.join(', ')})`
    if (image === written) return
    written = image
    element.style.backgroundImage = image
  }
}
