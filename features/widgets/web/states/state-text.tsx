import { trendWindowMs, type LiveValue } from '#kit/web/live/index.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { writeFitting } from '#kit/ui/values/fitting.ts'
import { createStateTimeline } from '#kit/ui/values/state-timeline.tsx'
import type { SensorView } from '../frame/sensor-view.ts'
import { createThrottle } from '../values/throttle.ts'
import type { Words } from '../values/words.ts'
import type { DayOfStates } from './day-of-states.ts'
import { daySegments, recentSegments, type StatePaint } from './timeline-segments.ts'
import { availability, dayOfView, timeOn } from './today-of-view.ts'
import { stateTexts } from './state-texts.ts'
import './state-text.css'

const redrawSeconds = 5

/**
 * What lamps and detectors share: the word of the state, since when, and (where there is room) the
 * timeline of the last minutes.
 */
export function createStateText(size: WidgetSize) {
  const word = new LiveElement()
  const since = new LiveElement()
  const timeline = size === 'small' ? null : createStateTimeline()
  const today = new LiveElement()
  const day = size === 'small' ? null : createStateTimeline()
  const isDue = createThrottle(redrawSeconds)
  return {
    draw: (words: Words) => (
      <div className="state-text">
        <div className="state-word" ref={word.ref} />
        <div className="state-since" ref={since.ref} />
        {timeline && (
          <>
            <div className="state-window">{words.recent(words.format.age(trendWindowMs))}</div>
            {timeline.draw()}
            <div className="state-today" ref={today.ref} />
            {day?.draw()}
          </>
        )}
      </div>
    ),
    /** `paint`: the CSS colour of a value in the timeline. */
    write(view: SensorView, reading: LiveValue, words: Words, paint: StatePaint): void {
      const texts = stateTexts(view, reading, words)
      writeFitting(word, texts.word)
      writeFitting(since, texts.since)
      if (!timeline || !day || !isDue(view, drawnKey(view, reading))) return
      timeline.write(recentSegments(view, reading, trendWindowMs, paint))
      const known = dayOfView(view)
      today.text(known ? todayText(view, known, words) : '')
      day.write(known ? daySegments(known, paint) : [])
    },
  }
}

/** What makes both timelines new at once, whenever they were drawn. */
const drawnKey = ({ dayStates }: SensorView, { value, quality }: LiveValue) =>
  `${value} ${quality} ${dayStates?.to ?? ''}`

function todayText({ sensor }: SensorView, day: DayOfStates, words: Words): string {
  if (!day.isWhole) return ''
  return sensor.type === 'detector'
    ? words.detectedToday(day.changes, words.format.duration(timeOn(day)))
    : words.availableToday(words.percent(availability(sensor, day)))
}
