import { useTranslations } from 'use-intl'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { durationOf } from '../../words/alarm-state.ts'
import { PriorityMark } from '../../words/priority-mark.tsx'
import { useValueText } from '../../words/sensor-states.tsx'
import { StateMark } from '../../words/state-mark.tsx'
import { useAlarmWords } from '../../words/use-alarm-words.ts'

/** Alarms of a period, column by column. `onOpen` shows one with all that happened to it. */
export function useHistoryColumns(onOpen: (id: number) => void): readonly RecordColumn<Alarm>[] {
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
          <button type="button" className="alarm-open" onClick={() => onOpen(alarm.id)}>
            {words.ruleName(alarm)}
          </button>
          <small>{words.text(alarm)}</small>
        </span>
      ),
    },
    {
      key: 'sensor',
      title: translate('column.sensor'),
      render: (alarm) => (
        <span className="alarm-two">
          <span>{words.subject(alarm)}</span>
          <small>{alarm.sensor === null ? alarm.device.lesiId : alarm.device.name}</small>
        </span>
      ),
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
    {
      key: 'by',
      title: translate('column.by'),
      render: ({ acknowledged }) => acknowledged?.by ?? '',
    },
  ]
}
