import type { CSSProperties } from 'react'
import { limitBeyond, type Sensor } from '#kit/model/sensor.ts'
import { isOn } from '#kit/model/states.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { createAgeMark } from '#kit/ui/values/age-mark.tsx'
import { lampPaint } from '#kit/ui/values/lamp-tower.tsx'
import { detailHref } from '#kit/web/detail/detail-address.ts'
import type { SensorView } from '../../frame/sensor-view.ts'
import { countedTime, rowTexts } from '../../several/row-texts.ts'
import { createChangeGuard } from '../../values/change-guard.ts'
import type { Words } from '../../values/words.ts'
import type { Place } from './places.ts'

type LampStyle = CSSProperties & Readonly<Record<'--x' | '--y', string>>

/** A sensor on a picture: its value, or a lamp; what is wrong with it is shown on both. */
export function createImageLabel(sensor: Sensor, { x, y, form }: Place) {
  const root = new LiveElement<HTMLAnchorElement>()
  const [lamp, value, unit] = [new LiveElement(), new LiveElement(), new LiveElement()]
  const figure = new LiveElement()
  const isText = sensor.type === 'string'
  const mark = createAgeMark()
  const isChanged = createChangeGuard()
  const style: LampStyle = { '--x': `${x}%`, '--y': `${y}%` }
  return {
    sensor,
    root,
    draw: () => (
      <a
        key={sensor.id}
        className="image-label"
        data-form={form}
        href={detailHref(sensor)}
        style={style}
        ref={root.ref}
      >
        {form === 'lamp' ? <i className="image-lamp" ref={lamp.ref} /> : null}
        <span className={form === 'named' ? 'image-name' : 'visually-hidden'}>{sensor.alias}</span>
        <span
          className={form === 'lamp' ? 'visually-hidden' : 'image-value'}
          data-text={isText ? '' : undefined}
          ref={figure.ref}
        >
          <b ref={value.ref} />
          {unit.draw('span')}
        </span>
        {mark.draw()}
      </a>
    ),
    /** While a value is fresh and the same nothing is compared or written: no age counts. */
    write(view: SensorView, words: Words): void {
      const { reading, condition, device } = view
      if (!isChanged(reading, condition, device, words, countedTime(view))) return
      const texts = rowTexts(view, words)
      root.attribute('data-condition', condition)
      root.attribute('data-beyond', texts.limit === '' ? null : '')
      value.text(texts.value)
      // Of a text that is longer than the label has room for the rest is read there.
      if (isText) figure.attribute('title', texts.value)
      unit.text([texts.unit, texts.limit].filter((text) => text !== '').join(' '))
      mark.write(texts.mark, texts.marks, texts.brief)
      lamp.attribute('data-lit', lampOf(view))
      lamp.style('--lamp', texts.lamp === null ? '' : lampPaint(texts.lamp))
    },
  }
}

/** How the lamp of a sensor is lit; null: nothing is known that may be shown. */
function lampOf({ sensor, reading, condition }: SensorView): string | null {
  if (!reading || reading.value === null) return null
  if (condition === 'bad' || condition === 'offline') return null
  if (sensor.type === 'lamp') return 'colour'
  if (sensor.type === 'detector') return isOn(reading.value) ? 'on' : 'off'
  return limitBeyond(sensor, reading.value) === null ? 'on' : 'beyond'
}
