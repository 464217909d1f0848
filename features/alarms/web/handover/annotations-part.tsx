import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Handover } from '../../contract/handover.ts'
import { Part } from './part.tsx'

type Annotation = Handover['annotations']['list'][number]

/** What people noted on sensors in the shift. */
export function AnnotationsPart({ annotations }: Pick<Handover, 'annotations'>) {
  const translate = useTranslations('alarms')
  const format = useFormat()
  const { list, isCut } = annotations
  const columns: readonly RecordColumn<Annotation>[] = [
    {
      key: 'time',
      title: translate('handover.time'),
      width: 150,
      render: ({ from }) => (
        <span className="number">{format.moment(from, serverClock.now(), 'second')}</span>
      ),
    },
    {
      key: 'sensor',
      title: translate('column.sensor'),
      card: 'head',
      render: ({ sensor }) => (
        <span key="sensor" className="alarm-two">
          <b>{sensor.alias}</b>
          <small>{sensor.deviceName}</small>
        </span>
      ),
    },
    {
      key: 'text',
      title: translate('handover.annotation'),
      render: ({ text }) => (
        <span className="handover-text" dir="auto">
          {text}
        </span>
      ),
    },
    {
      key: 'author',
      title: translate('handover.author'),
      render: ({ author }) => author ?? translate('gone'),
    },
  ]
  return (
    <Part<Annotation>
      title={translate('handover.annotations')}
      count={list.length === 0 ? '' : format.number(list.length)}
      columns={columns}
      rows={list}
      rowKey={({ id }) => id}
      empty={translate('handover.noAnnotations')}
      {...(isCut && { foot: translate('handover.cut', { figure: format.number(list.length) }) })}
    />
  )
}
