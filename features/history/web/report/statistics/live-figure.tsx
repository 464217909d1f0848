import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import { ageOf, conditionOf } from '#kit/web/live/values/freshness.ts'
import { useHub, useLiveNode } from '#kit/web/live/index.ts'
import { useIsRecorded } from '#kit/web/live/is-recorded.ts'
import { noFigure } from '#kit/web/formats/number.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { useOnce } from '#kit/ui/use-once.ts'
import { createAgeMark } from '#kit/ui/values/age-mark.tsx'
import { valueProblemsOf } from './value-problems.ts'
import { drawnValue } from '../../../contract/in-hours.ts'
import './live-figure.css'

interface LiveFigureProps {
  readonly sensor: Sensor
  /** Writes a value as it is stored, without its unit. */
  readonly write: (value: number | string) => string
}

const createElements = () => ({
  root: new LiveElement(),
  figure: new LiveElement(),
  remark: new LiveElement(),
  age: createAgeMark(),
})

/** The present value of a sensor, with its age and its quality, whatever the chart shows. */
export function LiveFigure({ sensor, write }: LiveFigureProps) {
  const hub = useHub()
  const translate = useTranslations('history.live')
  const format = useFormat()
  const label = translate(useIsRecorded() ? 'then' : 'now')
  const { root, figure, remark, age } = useOnce(createElements)
  const isNumber = !['lamp', 'detector', 'string'].includes(sensor.type)
  const drawn = (value: number | string | null) =>
    typeof value === 'number' ? drawnValue(sensor, value) : value
  const live = useLiveNode<HTMLElement>(
    { sensorId: sensor.id, deviceId: sensor.deviceId },
    (now) => {
      const reading = hub.store.reading(sensor.id)
      const condition = conditionOf(hub.store, sensor, now)
      const passed = reading ? format.age(ageOf(reading, now)) : ''
      const hasValue = reading !== undefined && reading.value !== null
      root.attribute('data-condition', condition)
      figure.text(hasValue ? write(reading.value) : noFigure)
      const problems = valueProblemsOf(condition, reading, sensor.intervalMs, now)
      const said = problems.map((each) => translate(each, { age: passed }))
      // That it is overdue names the age itself.
      const words = condition === 'offline' && reading ? [...said, passed] : said
      const plain = condition === 'waiting' ? translate('waiting') : passed
      age.write(words.length === 0 ? plain : words.join(' · '), problems)
      const side = condition === 'good' ? limitBeyond(sensor, drawn(reading?.value ?? null)) : null
      remark.text(side === null ? '' : translate(side))
    },
  )
  const ref = useCallback(
    (element: HTMLElement) => {
      root.ref(element)
      return live(element)
    },
    [root, live],
  )
  return (
    <section
      className="history-statistics history-live"
      data-type={isNumber ? 'number' : 'text'}
      ref={ref}
      aria-label={label}
    >
      <h3>
        <span>{label}</span>
        {age.draw()}
      </h3>
      <p className="history-figure">
        {figure.draw('b', { className: 'number' })}
        <small>{sensor.unit}</small>
        {remark.draw('span', { className: 'history-beyond' })}
      </p>
    </section>
  )
}
