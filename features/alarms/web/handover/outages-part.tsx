import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Handover } from '../../contract/handover.ts'
import { Part, type ShiftPartProps } from './part.tsx'

type Outage = Handover['outages']['list'][number]

/** Devices of which nothing came for too long. */
export function OutagesPart({ shown: { outages } }: ShiftPartProps) {
  const translate = useTranslations('alarms')
  const format = useFormat()
  const { list, total } = outages
  const time = (at: number) => (
    <span className="number">{format.moment(at, serverClock.now(), 'second')}</span>
  )
  const columns: readonly RecordColumn<Outage>[] = [
    {
      key: 'device',
      title: translate('device'),
      card: 'head',
      render: ({ device }) => (
        <span key="device" className="alarm-two">
          <b>{device.name}</b>
          <small>{device.lesiId}</small>
        </span>
      ),
    },
    { key: 'from', title: translate('history.from'), render: ({ from }) => time(from) },
    { key: 'until', title: translate('history.to'), render: ({ until }) => time(until) },
    {
      key: 'duration',
      title: translate('column.duration'),
      align: 'right',
      render: ({ from, until }) => <span className="number">{format.duration(until - from)}</span>,
    },
  ]
  return (
    <Part<Outage>
      title={translate('handover.outages')}
      count={total === 0 ? '' : format.number(total)}
      columns={columns}
      rows={list}
      rowKey={({ device, from }) => `${device.lesiId} ${from}`}
      empty={translate('handover.noOutages')}
      {...(total > list.length && {
        foot: translate('handover.cut', { figure: format.number(list.length) }),
      })}
    />
  )
}
