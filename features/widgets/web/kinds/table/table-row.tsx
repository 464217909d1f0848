import type { Sensor } from '#kit/model/sensor.ts'
import { LiveElement } from '#kit/ui/live-element.ts'
import { createAgeMark } from '#kit/ui/values/age-mark.tsx'
import { emsOf } from '#kit/ui/values/fitting.ts'
import { lampPaint } from '#kit/ui/values/lamp-tower.tsx'
import { detailHref } from '#kit/web/detail/detail-address.ts'
import type { SensorView } from '../../frame/sensor-view.ts'
import { createChangeGuard } from '../../values/change-guard.ts'
import type { Words } from '../../values/words.ts'
import { countedTime, rowTexts } from '../../several/row-texts.ts'

interface RowPlace {
  readonly column: number
  /** In its column. */
  readonly line: number
  /** Whether the tab key comes to it. */
  readonly isStop: boolean
}

/** A sensor in a line: its name, what is wrong with its value, the value, the unit. */
export function createTableRow(sensor: Sensor) {
  const root = new LiveElement<HTMLDivElement>()
  const lamp = new LiveElement()
  const value = new LiveElement()
  const unit = new LiveElement()
  const beside = new LiveElement()
  const limit = new LiveElement()
  const mark = createAgeMark()
  const isChanged = createChangeGuard()
  return {
    sensor,
    root,
    draw: ({ column, line, isStop }: RowPlace) => (
      <div
        key={sensor.id}
        role="row"
        className="value-table-row"
        data-column={column}
        data-line={line}
        ref={root.ref}
      >
        <span role="rowheader" className="value-table-name clip">
          <a href={detailHref(sensor)} tabIndex={isStop ? 0 : -1}>
            {sensor.alias}
          </a>
        </span>
        <span role="gridcell" className="value-table-marks">
          {limit.draw('b')}
          {mark.draw()}
          {beside.draw('s')}
        </span>
        <span role="gridcell" className="value-table-cell">
          <i className="value-table-lamp" ref={lamp.ref} aria-hidden="true" />
          {value.draw('span', { className: 'value-table-value' })}
          {unit.draw('span', { className: 'value-table-unit' })}
        </span>
      </div>
    ),
    /** While a value is fresh and the same nothing is compared or written: no age counts. */
    write(view: SensorView, words: Words): void {
      const { sensor, reading, condition, device } = view
      if (!isChanged(sensor, reading, condition, device, words, countedTime(view))) return
      const texts = rowTexts(view, words)
      root.attribute('data-condition', condition)
      root.attribute('data-uncertain', reading?.quality === 1 ? '' : null)
      root.attribute('data-beyond', texts.limit === '' ? null : '')
      lamp.style('--lamp', texts.lamp === null ? '' : lampPaint(texts.lamp))
      lamp.attribute('data-lit', texts.lamp)
      // Room in whole em: a figure that changes then moves nothing beside it.
      const ems = emsOf(texts.value)
      value.style('--ems', String(texts.unit === '' ? ems : Math.ceil(ems)))
      value.text(texts.value)
      unit.text(texts.unit)
      beside.text(texts.beside)
      limit.text(texts.limit)
      mark.write(texts.mark, texts.marks, texts.brief)
    },
  }
}
