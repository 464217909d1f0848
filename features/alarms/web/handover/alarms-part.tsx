import { type ShiftPartProps, Part } from './part.tsx'
import { useTranslations } from 'use-intl'
import { alarmPriorities } from '#kit/web/alarms/alarm-source.ts'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { durationOf } from '../words/alarm-state.ts'
import { PriorityMark } from '../words/priority-mark.tsx'
import { useValueText } from '../words/sensor-states.tsx'
import { StateMark } from '../words/state-mark.tsx'
import { useAlarmWords } from '../words/use-alarm-words.ts'

/** The alarms that were there in the shift. */
export function AlarmsPart({ shown: { alarms } }: ShiftPartProps) {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  const columns = useAlarmColumns()
  const { list, total } = alarms
  const byPriority = alarmPriorities.flatMap((priority) => {
    const count = list.filter((alarm) => alarm.priority === priority).length
    const figure = number(count)
    return count === 0 ? [] : [translate('priorityCount', { priority, count, figure })]
  })
  const isCut = total > list.length
  return (
    <Part<Alarm>
      title={translate('listTitle')}
      count={isCut ? number(total) : byPriority.join(' · ')}
      columns={columns}
      rows={list}
      rowKey={({ id }) => id}
      empty={translate('handover.noAlarms')}
      {...(isCut && {
        foot: translate('moreThanShown', { figure: number(list.length), total: number(total) }),
      })}
    />
  )
}

function useAlarmColumns(): readonly RecordColumn<Alarm>[] {
  const translate = useTranslations('alarms')
  const words = useAlarmWords()
  const valueText = useValueText()
  const format = useFormat()
  return [
    {
      key: 'priority',
      title: translate('column.priority'),
      width: 80,
      card: 'head',
      render: (alarm) => <PriorityMark key="priority" alarm={alarm} />,
    },
    {
      key: 'time',
      title: translate('column.time'),
      width: 150,
      render: ({ since }) => (
        <span className="number">{format.moment(since, serverClock.now(), 'second')}</span>
      ),
    },
    {
      key: 'rule',
      title: translate('column.rule'),
      card: 'head',
      render: (alarm) => (
        <span key="rule" className="alarm-two">
          <b>{words.subject(alarm)}</b>
          <small>{words.sentence(alarm)}</small>
        </span>
      ),
    },
    {
      key: 'device',
      title: translate('device'),
      render: ({ device }) => device.name,
    },
    {
      key: 'value',
      title: translate('column.value'),
      align: 'right',
      render: ({ sensor, value }) => <span className="number">{valueText(sensor, value)}</span>,
    },
    {
      key: 'duration',
      title: translate('column.duration'),
      align: 'right',
      render: (alarm) => (
        <span className="number">{format.duration(durationOf(alarm, serverClock.now()))}</span>
      ),
    },
    {
      key: 'state',
      title: translate('column.state'),
      render: (alarm) => <StateMark alarm={alarm} />,
    },
  ]
}
