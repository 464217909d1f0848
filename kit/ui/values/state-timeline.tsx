import './state-timeline.css'
import { LiveElement } from '../live-element.ts'

/**
 * One span of time in one state: its share of the whole and its colour (a CSS colour; null: not
 * known). `quality`: null where what was read is good.
 */
export interface StateSegment {
  readonly share: number
  readonly colour: string | null
  readonly quality?: 'bad' | 'uncertain' | null
}

/**
 * Hatched where it was bad, dots along the lower edge where it was uncertain. Opaque: printers lose
 * pictures with holes.
 */
const marks = {
  bad: {
    image: 'repeating-linear-gradient(-45deg, var(--bad-strike) 0 1px, var(--lamp-off) 1px 4px)',
    height: '100%',
    edge: '0',
  },
  uncertain: {
    image: 'repeating-linear-gradient(90deg, var(--bad-strike) 0 2px, var(--surface) 2px 4px)',
    height: '3px',
    edge: '100%',
  },
}

/**
 * The recent past of a state as a row of colours, marked where it was not good. A drawing beside
 * words, hidden from screen readers; background images alone, so that no element comes or goes.
 */
export function createStateTimeline() {
  const timeline = new LiveElement()
  return {
    draw: () => <div className="state-timeline" ref={timeline.ref} aria-hidden="true" />,
    /** Oldest first. */
    write(segments: readonly StateSegment[]): void {
      const { image, size, position } = timelineBackground(segments)
      timeline.style('background-image', image)
      timeline.style('background-size', size)
      timeline.style('background-position', position)
    },
  }
}

/** The background of a timeline, as CSS: a picture for each segment not good, over the colours. */
export function timelineBackground(segments: readonly StateSegment[]) {
  const stops: string[] = []
  const pictures: { image: string; size: string; position: string }[] = []
  let place = 0
  for (const { share, colour, quality } of segments) {
    const from = percent(place)
    if (quality) pictures.push(picture(quality, share, place))
    place += share
    stops.push(`${colour ?? 'var(--lamp-off)'} ${from} ${percent(place)}`)
  }
  if (stops.length === 0) return { image: 'none', size: 'auto', position: '0 0' }
  const colours = `linear-gradient(90deg, ${stops.join(', ')})`
  return {
    image: [...pictures.map(({ image }) => image), colours].join(', '),
    size: [...pictures.map(({ size }) => size), '100% 100%'].join(', '),
    position: [...pictures.map(({ position }) => position), '0 0'].join(', '),
  }
}

function picture(quality: keyof typeof marks, share: number, place: number) {
  const { image, height, edge } = marks[quality]
  // A percentage places the picture within what it leaves free.
  const left = percent(share < 1 ? Math.min(1, place / (1 - share)) : 0)
  return { image, size: `max(3px, ${percent(share)}) ${height}`, position: `${left} ${edge}` }
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`
