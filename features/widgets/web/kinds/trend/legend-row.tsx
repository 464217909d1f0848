import type { Sensor } from '#kit/model/sensor.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { createAgeMark } from '#kit/ui/values/age-mark.tsx'
import { detailHref } from '#kit/web/detail/detail-address.ts'
import { DeviceAndSensor } from '../../frame/device-and-sensor.tsx'
import { ageTexts } from '../../frame/frame-marks.tsx'
import type { SensorView } from '../../frame/sensor-view.ts'
import { badText, lastValue, valueText } from '../../values/value-text.ts'
import type { Words } from '../../values/words.ts'

interface RowProps {
  /** Place among the pens, from 1. */
  readonly pen: number
  /** Its device, where there are several; else empty. */
  readonly device: string
  /** What is to say of this sensor besides; empty for nothing. */
  readonly remark: string
}

/** One sensor of the legend: its pen, its name, its present value and what is wrong with it. */
export function createLegendRow() {
  const row = new LiveElement()
  const value = new LiveElement()
  const last = new LiveElement()
  const mark = createAgeMark()
  return {
    draw: (sensor: Sensor, { pen, device, remark }: RowProps) => (
      <li key={sensor.id} className="trend-row" ref={row.ref}>
        <PenMark pen={pen} />
        <a className="trend-name" href={detailHref(sensor)}>
          <DeviceAndSensor device={device} alias={sensor.alias} />
        </a>
        {remark === '' ? null : <span className="trend-remark">{remark}</span>}
        {mark.draw()}
        <s ref={last.ref} />
        <b ref={value.ref} />
      </li>
    ),
    write(view: SensorView, words: Words): void {
      const { text, struck, isMarked } = legendTexts(view, words)
      const { marks, ...age } = ageTexts(view, words)
      row.attribute('data-condition', view.condition)
      row.attribute('data-uncertain', view.reading?.quality === 1 ? '' : null)
      value.text(text)
      last.text(struck)
      mark.write(isMarked ? age.text : '', marks, age.brief)
    },
  }
}

/** What a legend says: the value, what was reported last by a bad sensor, whether it has a mark. */
export function legendTexts(view: SensorView, words: Words) {
  const { sensor, reading, condition } = view
  const plain = (text: string) => ({ text, struck: '', isMarked: false })
  if (condition === 'loading') return plain('')
  if (!reading) return plain(condition === 'offline' ? words.offline : words.waiting)
  const last = lastValue(reading)
  const known = last === undefined ? '' : valueText(sensor, last, words)
  if (condition === 'offline')
    return plain(known === '' ? words.offline : `${words.offline} · ${words.lastKnown(known)}`)
  const { marks } = ageTexts(view, words)
  return condition === 'bad'
    ? { text: badText(reading, words), struck: known, isMarked: true }
    : { text: valueText(sensor, reading.value, words), struck: '', isMarked: marks.length > 0 }
}

function PenMark({ pen }: { readonly pen: number }) {
  return (
    <svg className="pen-mark" data-pen={pen} viewBox="0 0 22 6" aria-hidden="true">
      <path d="M1 3H21" />
    </svg>
  )
}
