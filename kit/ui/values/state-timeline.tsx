import './state-timeline.css'
import { LiveElement } from '../live-element.ts'

/**
 * One stretch of time in one state: its share of the whole and its colour (a CSS colour; null: not
 * known).
 */
export interface StateSegment {
  readonly share: number
  readonly colour: string | null
}

/**
 * The recent past of a state as a row of colours. A drawing beside words, hidden from screen
 * readers; one background image, so that no element comes or goes.
 */
export function createStateTimeline() {
  const timeline = new LiveElement()
  return {
    draw: () => <div className="state-timeline" ref={timeline.ref} aria-hidden="true" />,
    /** Oldest first. */
    write(segments: readonly StateSegment[]): void {
      let place = 0
      const stops: string[] = []
      for (const { share, colour } of segments) {
        const from = (place * 100).toFixed(1)
        place += share
        // Not transparent: printers lose pictures with holes.
        stops.push(`${colour ?? 'var(--lamp-off)'} ${from}% ${(place * 100).toFixed(1)}%`)
      }
      timeline.style(
        'background-image',
        stops.length === 0 ? 'none' : `linear-gradient(90deg, ${stops.join(', ')})`,
      )
    },
  }
}
