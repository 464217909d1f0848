import { useCallback } from 'react'
import type { LampColour, Sensor } from '#kit/model/sensor.ts'
import { isOn, lampColourOf, meaningOf } from '#kit/model/states.ts'
import { trendWindowMs } from '#kit/web/live/index.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createAgeMark } from '#kit/ui/values/age-mark.tsx'
import { lampPaint } from '#kit/ui/values/lamp-tower.tsx'
import { createStateTimeline } from '#kit/ui/values/state-timeline.tsx'
import { ageTexts, plateTexts } from '../../frame/frame-marks.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { useLiveView } from '../../frame/use-live-view.ts'
import { stateTexts } from '../../states/state-texts.ts'
import { daySegments, recentSegments } from '../../states/strips.ts'
import { dayOfView } from '../../states/today-of-view.ts'
import { createThrottle } from '../../values/throttle.ts'
import type { Words } from '../../values/words.ts'

const redrawMs = 5_000

interface StateRowProps {
  readonly sensor: Sensor
  readonly words: Words
  readonly isToday: boolean
}

/** A lamp or a detector: its name, its strip, its state in words and since when. */
export function StateRow({ sensor, words, isToday }: StateRowProps) {
  const elements = useOnce(createElements)
  const { row, word, since, mark, strip } = elements
  const live = useLiveView<HTMLLIElement>(sensor, (view) => {
    writeTexts(elements, view, words)
    if (elements.isDue(view, drawnKey(view))) strip.write(segmentsOf(view, isToday))
  })
  const ref = useCallback(
    (element: HTMLLIElement) => {
      row.ref(element)
      const stop = live(element)
      return () => {
        stop?.()
        row.ref(null)
      }
    },
    [row, live],
  )
  return (
    <li className="states-row" ref={ref}>
      <span className="states-name" title={sensor.alias}>
        {sensor.alias}
      </span>
      {strip.draw()}
      <span className="states-now">
        {word.draw('b')}
        {since.draw('span', { className: 'states-since' })}
        {mark.draw()}
      </span>
    </li>
  )
}

type Elements = ReturnType<typeof createElements>

function createElements() {
  return {
    row: new LiveElement<HTMLLIElement>(),
    word: new LiveElement(),
    since: new LiveElement(),
    mark: createAgeMark(),
    strip: createStateTimeline(),
    isDue: createThrottle(redrawMs),
  }
}

function writeTexts({ row, word, since, mark }: Elements, view: SensorView, words: Words): void {
  const { reading, condition } = view
  row.attribute('data-condition', condition)
  row.attribute('data-uncertain', reading?.quality === 1 ? '' : null)
  const { text, marks, brief } = ageTexts(view, words)
  mark.write(marks.length === 0 ? '' : text, marks, brief)
  if (condition === 'offline') {
    const plate = plateTexts(view, words)
    word.text(words.offline)
    since.text([plate.since, plate.last].filter((part) => part !== '').join(' · '))
  } else if (reading) {
    const texts = stateTexts(view, reading, words)
    word.text(texts.word)
    since.text(texts.since)
  } else {
    word.text(condition === 'loading' ? '' : words.waiting)
    since.text('')
  }
}

/** What makes the strip new at once, whenever it was drawn. */
const drawnKey = ({ reading, condition, dayStates }: SensorView) =>
  `${reading?.value} ${condition} ${dayStates?.to ?? ''}`

function segmentsOf(view: SensorView, isToday: boolean) {
  const { sensor, reading } = view
  const paint = (value: number | string) => paintOf(sensor, value)
  if (!isToday) return reading ? recentSegments(view, reading, trendWindowMs, paint) : []
  const day = dayOfView(view)
  return day ? daySegments(day, paint) : []
}

/** The colour of a state: that of the lamp; of a detector as configured, else ink while it is on. */
function paintOf(sensor: Sensor, value: number | string): string | null {
  const colour: LampColour | null | undefined =
    sensor.type === 'lamp' ? lampColourOf(sensor, value) : meaningOf(sensor, value)?.colour
  if (colour) return lampPaint(colour)
  if (sensor.type === 'lamp') return null
  return isOn(value) ? 'var(--ink-2)' : 'var(--surface)'
}
