import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import type { Handover } from '../../contract/handover.ts'
import { Part, type ShiftPartProps } from './part.tsx'

type SensorBeyondLimit = Handover['beyond']['list'][number]

/** Sensors beyond their limits at the end of the shift. */
export function BeyondPart({ shown: { beyond, shift } }: ShiftPartProps) {
  const translate = useTranslations('alarms')
  const named = useNamed()
  const format = useFormat()
  const { list, total } = beyond
  const amount = (value: number, { decimals, unit }: SensorBeyondLimit['sensor']) =>
    `${format.number(value, decimals)} ${unit}`.trim()
  const columns: readonly RecordColumn<SensorBeyondLimit>[] = [
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
          {named(translate(side === 'upper' ? 'ownUpper' : 'ownLower'), amount(limit, sensor))}
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
    <Part<SensorBeyondLimit>
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
