import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Alarm } from '../../contract/alarm.ts'
import { isOpen, stateOf } from './alarm-state.ts'

interface StateMarkProps {
  readonly alarm: Alarm
  /** Nobody needs to see it any more. */
  readonly isGone?: boolean
}

/** Whether the alarm is ongoing and acknowledged, in words; who took it on, and whether late. */
export function StateMark({ alarm, isGone = false }: StateMarkProps) {
  const translate = useTranslations('alarms')
  const { assignee, acknowledged, isLate, hidden } = alarm
  const state = isGone ? 'ended' : stateOf(alarm)
  return (
    <span className="alarm-state" data-state={state}>
      {acknowledged !== null && !isOpen(alarm) && <Icon name="check" size={13} />}
      <span>{translate(`state.${state}`)}</span>
      {isLate && <span className="tag">{translate('late')}</span>}
      {hidden !== null && <span className="tag">{translate(`hidden.${hidden}`)}</span>}
      {assignee !== null && (
        <span className="alarm-assignee clip" title={translate('takenBy', assignee)}>
          <Icon name="user" size={12} />
          <span className="visually-hidden">{translate('taken')}</span>
          {assignee.name}
        </span>
      )}
    </span>
  )
}
