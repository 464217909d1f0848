import { isStale, trendWindowMs, type LiveValue } from '#kit/web/live/index.ts'
import type { WidgetSize } from '#kit/web/widget-registry.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { writeFitting } from '#kit/ui/values/fitting.ts'
import { createStateTimeline } from '#kit/ui/values/state-timeline.tsx'
import type { SensorView } from '../frame/sensor-view.ts'
import { sinceChange } from '../values/since-change.ts'
import { createThrottle } from '../values/throttle.ts'
import type { Words } from '../values/words.ts'
import type { DayOfStates } from './day-of-states.ts'
import { createSegmentList } from './segment-list.ts'
import { segmentsOf } from './state-segments.ts'
import { availability, dayOfView, timeOn } from './today-of-view.ts'
import { stateTexts } from './state-texts.ts'
import './state-text.css'

const redrawMs = 5_000

type Paint = (value: number | string) => string | null

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
  const isDue = createThrottle(redrawMs)
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
    write(view: SensorView, reading: LiveValue, words: Words, paint: Paint): void {
      const texts = stateTexts(view, reading, words)
      writeFitting(word, texts.word)
      writeFitting(since, texts.since)
      if (!timeline || !day || !isDue(view, drawnKey(view, reading))) return
      timeline.write(recentSegments(view, reading, paint))
      const known = dayOfView(view)
      today.text(known ? todayText(view, known, words) : '')
      day.write(known ? daySegments(known, paint) : [])
    },
  }
}

function recentSegments(view: SensorView, reading: LiveValue, paint: Paint) {
  const { sensor, condition, trend, textOf, now } = view
  const values = trend?.values() ?? []
  const valueAt = (index: number) => {
    const value = values[index] ?? 0
    return textOf(value) ?? value
  }
  const held =
    condition === 'bad' || reading.value === null
      ? null
      : { value: reading.value, since: sinceChange(reading, view).time }
  const until = isStale(reading, sensor.intervalMs, now) ? reading.time : now
  const times = [...(trend?.times() ?? [])]
  return segmentsOf({ windowMs: trendWindowMs, now, times, valueAt, held, until }, paint)
}

/** What makes both strips new at once, whenever they were drawn. */
const drawnKey = ({ dayStates }: SensorView, { value }: LiveValue) =>
  `${value} ${dayStates?.to ?? ''}`

function todayText({ sensor }: SensorView, day: DayOfStates, words: Words): string {
  if (!day.isWhole) return ''
  return sensor.type === 'detector'
    ? words.detectedToday(day.changes, words.format.duration(timeOn(day)))
    : words.availableToday(words.percent(availability(sensor, day)))
}

/** From midnight until now. */
function daySegments({ from, to, segments }: DayOfStates, paint: Paint) {
  const list = createSegmentList(to - from, to)
  let end = from
  for (const segment of segments) {
    list.add(end, segment.from, null)
    list.add(segment.from, segment.to, segment.state === null ? null : paint(segment.state))
    end = segment.to
  }
  list.add(end, to, null)
  return list.segments
}
