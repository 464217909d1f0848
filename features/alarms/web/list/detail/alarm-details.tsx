import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { durationOf } from '../../words/alarm-state.ts'
import { PriorityMark } from '../../words/priority-mark.tsx'
import { useValueText } from '../../words/sensor-states.tsx'
import { StateMark } from '../../words/state-mark.tsx'
import { useAlarmWords } from '../../words/use-alarm-words.ts'
import { useRowFigures } from '../active/use-row-figures.ts'

/** What an alarm is: where, since when, with which value. */
export function AlarmDetails({ alarm }: { readonly alarm: Alarm }) {
  const translate = useTranslations('alarms')
  const words = useAlarmWords()
  const valueText = useValueText()
  const format = useFormat()
  const now = useNow(1_000)
  const { ref, value } = useRowFigures(alarm)
  const { sensor, device, since, raisedAt, returnedAt } = alarm
  return (
    <div ref={ref}>
      <dl className="alarm-details">
        <dt>{translate('column.priority')}</dt>
        <dd>
          <PriorityMark alarm={alarm} />
        </dd>
        <dt>{translate('column.state')}</dt>
        <dd>
          <StateMark alarm={alarm} />
        </dd>
        <dt>{translate(sensor === null ? 'device' : 'column.sensor')}</dt>
        <dd>
          {words.subject(alarm)}{' '}
          <small>{sensor === null ? device.lesiId : `${device.name} · ${sensor.key}`}</small>
        </dd>
        <dt>{translate('column.time')}</dt>
        <dd className="number">
          {format.dateTime(since)} <small>{format.offset(since)}</small>
        </dd>
        {raisedAt - since >= 1_000 && (
          <>
            <dt>{translate('detail.raisedAt')}</dt>
            <dd className="number">{format.dateTime(raisedAt)}</dd>
          </>
        )}
        {returnedAt !== null && (
          <>
            <dt>{translate('detail.returnedAt')}</dt>
            <dd className="number">{format.dateTime(returnedAt)}</dd>
          </>
        )}
        <dt>{translate('column.duration')}</dt>
        <dd className="number">{format.duration(durationOf(alarm, now))}</dd>
        {sensor !== null && (
          <>
            <dt>{translate('column.value')}</dt>
            <dd className="number">{valueText(sensor, alarm.value)}</dd>
          </>
        )}
        <dt>{translate('column.now')}</dt>
        <dd className="number">{value.draw('span')}</dd>
      </dl>
    </div>
  )
}
