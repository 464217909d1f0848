import { useCallback } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createAgeMark } from '#kit/ui/values/age-mark.tsx'
import { createStateTimeline } from '#kit/ui/values/state-timeline.tsx'
import { detailHref } from '#kit/web/detail/detail-address.ts'
import { DeviceAndSensor } from '../../frame/device-and-sensor.tsx'
import { ageTexts } from '../../frame/frame-marks.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { useLiveView } from '../../frame/use-live-view.ts'
import { createThrottle } from '../../values/throttle.ts'
import type { Words } from '../../values/words.ts'
import { rowTexts, timelineOf } from './row-content.ts'

const redrawSeconds = 5

interface StateRowProps {
  readonly sensor: Sensor
  readonly words: Words
  readonly isToday: boolean
  /** Its device, where there are several; else empty. */
  readonly device: string
}

/** A lamp or a detector: its name, its timeline, its state in words and since when. */
export function StateRow({ sensor, words, isToday, device }: StateRowProps) {
  const elements = useOnce(createElements)
  const { row, word, since, mark, timeline } = elements
  const live = useLiveView<HTMLLIElement>(sensor, (view) => {
    writeTexts(elements, view, words)
    if (elements.isDue(view, drawnKey(view))) timeline.write(timelineOf(view, isToday))
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
      <a
        className="states-name"
        href={detailHref(sensor)}
        title={`${device} ${sensor.alias}`.trim()}
      >
        <DeviceAndSensor device={device} alias={sensor.alias} />
      </a>
      {timeline.draw()}
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
    timeline: createStateTimeline(),
    isDue: createThrottle(redrawSeconds),
  }
}

function writeTexts({ row, word, since, mark }: Elements, view: SensorView, words: Words): void {
  row.attribute('data-condition', view.condition)
  row.attribute('data-uncertain', view.reading?.quality === 1 ? '' : null)
  const { text, marks, brief } = ageTexts(view, words)
  mark.write(marks.length === 0 ? '' : text, marks, brief)
  const texts = rowTexts(view, words)
  word.text(texts.word)
  since.text(texts.since)
}

/** What makes the timeline new at once, whenever it was drawn. */
const drawnKey = ({ reading, condition, dayStates }: SensorView) =>
  `${reading?.value} ${condition} ${dayStates?.to ?? ''}`
