import './state-timeline.css'
import { LiveElement } from '../live-element.ts'

/**
 * One stretch of time in one state: its share of the whole and its colour (a CSS colour; null: not
 * known). `isBad`: what was read is not to be trusted.
 */
export interface StateSegment {
  readonly share: number
  readonly colour: string | null
  readonly isBad?: boolean
}

/** Opaque: printers lose pictures with holes. */
const hatch = 'repeating-linear-gradient(-45deg, var(--bad-strike) 0 1px, var(--lamp-off) 1px 4px)'

/**
 * The recent past of a state as a row of colours, hatched where it was bad. A drawing beside words,
 * hidden from screen readers; background images alone, so that no element comes or goes.
 */
export function createStateTimeline() {
  const timeline = new LiveElement()
  return {
    draw: () => <div className="state-timeline" ref={timeline.ref} aria-hidden="true" />,
    /** Oldest first. */
    write(segments: readonly StateSegment[]): void {
      const { image, size, position } = stripBackground(segments)
      timeline.style('background-image', image)
      timeline.style('background-size', size)
      timeline.style('background-position', position)
    },
  }
}

/** The background of a strip, as CSS: a hatched picture for each bad segment, over the colours. */
export function stripBackground(segments: readonly StateSegment[]) {
  const stops: string[] = []
  const bad: { size: string; position: string }[] = []
  let place = 0
  for (const { share, colour, isBad } of segments) {
    const from = percent(place)
    // A percentage places the picture within what it leaves free.
    if (isBad)
      bad.push({
        size: `max(3px, ${percent(share)}) 100%`,
        position: `${percent(share < 1 ? Math.min(1, place / (1 - share)) : 0)} 0`,
      })
    place += share
    stops.push(`${colour ?? 'var(--lamp-off)'} ${from} ${percent(place)}`)
  }
  if (stops.length === 0) return { image: 'none', size: 'auto', position: '0 0' }
  const colours = `linear-gradient(90deg, ${stops.join(', ')})`
  return {
    image: [...bad.map(() => hatch), colours].join(', '),
    size: [...bad.map(({ size }) => size), '100% 100%'].join(', '),
    position: [...bad.map(({ position }) => position), '0 0'].join(', '),
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
