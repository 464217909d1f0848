import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Alarm } from '../../../contract/alarm.ts'
import { isOpen, mayReset } from '../../words/alarm-state.ts'
import { PriorityMark } from '../../words/priority-mark.tsx'
import { useValueText } from '../../words/sensor-states.tsx'
import { StateMark } from '../../words/state-mark.tsx'
import type { AlarmWords } from '../../words/use-alarm-words.ts'
import { useAway } from '../actions/use-away.ts'
import { useChartOf } from '../use-chart-of.ts'
import type { RowActions } from './row-actions.ts'
import { useRowFigures } from './use-row-figures.ts'

interface AlarmRowProps {
  readonly alarm: Alarm
  readonly isGone: boolean
  readonly isChosen: boolean
  /** From 0, among all lines. */
  readonly line: number
  readonly top: number
  readonly words: AlarmWords
  readonly actions: RowActions
}

/** One alarm of the list, with what counts on by itself. */
export const AlarmRow = memo(function AlarmRow(props: AlarmRowProps) {
  const { alarm, isGone, isChosen, line, top, words, actions } = props
  const translate = useTranslations('alarms')
  const { ref, time, age, duration, value } = useRowFigures(alarm)
  const valueText = useValueText()
  const { id, sensor, device } = alarm
  const subject = words.subject(alarm)
  const text = words.text(alarm)
  const isWaiting = isOpen(alarm) && !isGone
  return (
    <div
      ref={ref}
      role="row"
      className="alarm-row"
      aria-rowindex={line + 2}
      data-line={line}
      data-open={isWaiting ? '' : undefined}
      data-gone={isGone ? '' : undefined}
      data-chosen={isChosen ? '' : undefined}
      style={{ top }}
    >
      <span role="cell" className="alarm-cell-choice">
        {actions.mayOperate && (
          <input
            type="checkbox"
            aria-label={translate('choose', { subject })}
            checked={isChosen}
            disabled={isGone && !isChosen}
            onChange={() => actions.choose(id)}
          />
        )}
      </span>
      <span role="cell" className="alarm-cell-priority">
        <PriorityMark alarm={alarm} />
      </span>
      <span role="cell" className="alarm-cell-time number">
        {time.draw('span')}
        {age.draw('span', { className: 'alarm-second' })}
      </span>
      <span role="cell" className="alarm-cell-rule">
        <button type="button" className="alarm-open clip" onClick={() => actions.open(id)}>
          {words.ruleName(alarm)}
        </button>
        <span className="alarm-second clip" title={text}>
          {text}
        </span>
      </span>
      <span role="cell" className="alarm-cell-sensor">
        <span className="clip" title={subject}>
          {subject}
        </span>
        <span className="alarm-second clip" title={device.name}>
          {sensor === null ? device.lesiId : device.name}
        </span>
      </span>
      <span role="cell" className="alarm-cell-value number clip">
        {valueText(sensor, alarm.value)}
      </span>
      <span role="cell" className="alarm-cell-now number clip">
        {value.draw('span')}
      </span>
      <span role="cell" className="alarm-cell-duration number">
        {duration.draw('span')}
      </span>
      <span role="cell" className="alarm-cell-state">
        <StateMark alarm={alarm} isGone={isGone} />
      </span>
      <span role="cell" className="alarm-cell-actions">
        <RowButtons {...{ alarm, isGone, subject, actions }} />
      </span>
    </div>
  )
})

interface RowButtonsProps extends Pick<AlarmRowProps, 'alarm' | 'isGone' | 'actions'> {
  readonly subject: string
}

function RowButtons({ alarm, isGone, subject, actions }: RowButtonsProps) {
  const translate = useTranslations('alarms')
  const away = useAway()
  const chart = useChartOf(alarm)
  return (
    <>
      {actions.mayOperate && !isGone && isOpen(alarm) && (
        <button
          type="button"
          className="button small"
          {...away}
          aria-label={translate('acknowledgeOf', { subject })}
          onClick={() => actions.acknowledge(alarm.id)}
        >
          {translate('acknowledgeOne')}
        </button>
      )}
      {actions.mayOperate && !isGone && mayReset(alarm) && (
        <button
          type="button"
          className="button small"
          {...away}
          aria-label={translate('resetOf', { subject })}
          onClick={() => actions.reset(alarm.id)}
        >
          {translate('resetOne')}
        </button>
      )}
      {chart !== null && (
        <Link
          className="icon-button small"
          to="/warroomCharts"
          search={chart}
          aria-label={translate('chartOf', { subject })}
          title={translate('chart')}
        >
          <Icon name="chart" />
        </Link>
      )}
    </>
  )
}
