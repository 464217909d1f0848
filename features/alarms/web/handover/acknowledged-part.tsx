import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { Part, type ShiftPartProps } from './part.tsx'

/** Who acknowledged what in the shift. */
export function AcknowledgedPart({ shown: { alarms, shift } }: ShiftPartProps) {
  const translate = useTranslations('alarms')
  const words = useAlarmWords()
  const format = useFormat()
  const rows = alarms.list
    .flatMap((alarm) => (alarm.acknowledged ? [{ alarm, ...alarm.acknowledged }] : []))
    .filter(({ at }) => at >= shift.from && at < shift.to)
    .toSorted((one, other) => one.at - other.at)
  const columns: readonly RecordColumn<(typeof rows)[number]>[] = [
    {
      key: 'time',
      title: translate('handover.time'),
      width: 150,
      render: ({ at }) => (
        <span className="number">{format.moment(at, serverClock.now(), 'second')}</span>
      ),
    },
    {
      key: 'alarm',
      title: translate('column.rule'),
      card: 'head',
      render: ({ alarm }) => (
        <span key="alarm" className="alarm-two">
          <b>{words.subject(alarm)}</b>
          <small>{words.sentence(alarm)}</small>
        </span>
      ),
    },
    { key: 'by', title: translate('column.by'), render: ({ by }) => by ?? translate('gone') },
    {
      key: 'comment',
      title: translate('handover.comment'),
      render: ({ comment }) => <span dir="auto">{comment}</span>,
    },
  ]
  return (
    <Part
      title={translate('handover.acknowledged')}
      count={rows.length === 0 ? '' : format.number(rows.length)}
      {...{ columns, rows }}
      rowKey={({ alarm }) => alarm.id}
      empty={translate('handover.noneAcknowledged')}
    />
  )
}
