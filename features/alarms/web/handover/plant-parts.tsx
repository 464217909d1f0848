import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Handover } from '../../contract/handover.ts'
import { Part } from './part.tsx'

interface OfShiftProps {
  readonly shown: Handover
}

type Beyond = Handover['beyond']['list'][number]
type Outage = Handover['outages']['list'][number]
type Annotation = Handover['annotations']['list'][number]

/** Sensors beyond their limits at the end of the shift. */
export function BeyondPart({ shown: { beyond, shift } }: OfShiftProps) {
  const translate = useTranslations('alarms')
  const format = useFormat()
  const { list, total } = beyond
  const amount = (value: number, { decimals, unit }: Beyond['sensor']) =>
    `${format.number(value, decimals)} ${unit}`.trim()
  const columns: readonly RecordColumn<Beyond>[] = [
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
      key: 'value',
      title: translate('handover.value'),
      align: 'right',
      render: ({ sensor, value }) => <span className="number">{amount(value, sensor)}</span>,
    },
    {
      key: 'limit',
      title: translate('handover.limit'),
      align: 'right',
      render: ({ sensor, side, limit }) => (
        <span className="number">
          {`${translate(side === 'upper' ? 'ownUpper' : 'ownLower')}: ${amount(limit, sensor)}`}
        </span>
      ),
    },
    {
      key: 'time',
      title: translate('handover.read'),
      render: ({ time }) => (
        <span className="number">{format.moment(time, serverClock.now(), 'second')}</span>
      ),
    },
  ]
  return (
    <Part<Beyond>
      title={translate(shift.isOver ? 'handover.beyond' : 'handover.beyondNow')}
      count={total === 0 ? '' : format.number(total)}
      columns={columns}
      rows={list}
      rowKey={({ sensor }) => sensor.id}
      empty={translate('handover.noneBeyond')}
      {...(total > list.length && {
        foot: translate('handover.cut', { figure: format.number(list.length) }),
      })}
    />
  )
}

/** Devices of which nothing came for too long. */
export function OutagesPart({ shown: { outages } }: OfShiftProps) {
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

/** What people said of sensors in the shift. */
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
