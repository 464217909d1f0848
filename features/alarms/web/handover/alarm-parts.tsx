import { useTranslations } from 'use-intl'
import { alarmPriorities } from '#kit/web/alarms/alarm-source.ts'
import type { RecordColumn } from '#kit/web/antd/antd-table.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm, Shelf } from '../../contract/alarm.ts'
import type { Handover } from '../../contract/handover.ts'
import { durationOf } from '../words/alarm-state.ts'
import { PriorityMark } from '../words/priority-mark.tsx'
import { useValueText } from '../words/sensor-states.tsx'
import { StateMark } from '../words/state-mark.tsx'
import { useAlarmWords } from '../words/use-alarm-words.ts'
import { Part } from './part.tsx'

interface OfShiftProps {
  readonly shown: Handover
}

/** The alarms that were there in the shift. */
export function AlarmsPart({ shown: { alarms } }: OfShiftProps) {
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
          <small>{`${words.ruleName(alarm)}: ${words.text(alarm)}`}</small>
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

/** Who acknowledged what in the shift. */
export function AcknowledgedPart({ shown: { alarms, shift } }: OfShiftProps) {
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
          <small>{`${words.ruleName(alarm)}: ${words.text(alarm)}`}</small>
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

/** What shows no alarms now. */
export function ShelvedPart({ shelved }: { readonly shelved: readonly Shelf[] }) {
  const translate = useTranslations('alarms')
  const words = useAlarmWords()
  const { moment, number } = useFormat()
  const now = serverClock.now()
  const columns: readonly RecordColumn<Shelf>[] = [
    {
      key: 'sensor',
      title: translate('column.sensor'),
      card: 'head',
      render: (shelf) => (
        <span key="sensor" className="alarm-two">
          <b>{words.subject(shelf)}</b>
          <small>{`${shelf.device.name} · ${words.ruleName(shelf)}`}</small>
        </span>
      ),
    },
    {
      key: 'until',
      title: translate('shelf.until'),
      render: ({ until, isOneShot, kind }) => (
        <span className="number">
          {until !== null
            ? moment(until, now)
            : translate(isOneShot ? 'shelf.passed' : `shelf.${kind}`)}
        </span>
      ),
    },
    {
      key: 'reason',
      title: translate('shelf.reason'),
      render: ({ reason }) => <span dir="auto">{reason}</span>,
    },
    { key: 'by', title: translate('shelf.by'), render: ({ by }) => by ?? translate('gone') },
  ]
  return (
    <Part<Shelf>
      title={translate('handover.shelvedNow')}
      count={shelved.length === 0 ? '' : number(shelved.length)}
      columns={columns}
      rows={shelved}
      rowKey={({ origin, device, sensor }) => `${device.id} ${sensor?.id ?? ''} ${origin}`}
      empty={translate('shelf.none')}
    />
  )
}
