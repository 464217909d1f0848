import { useTranslations } from 'use-intl'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { Icon } from '#kit/ui/icon.tsx'
import type { Alarm } from '../../contract/alarm.ts'
import { signOf } from '../source/as-active-alarms.ts'

/**
 * The priority of an alarm: its shape, which is filled while nobody acknowledged it, and its
 * number.
 */
export function PriorityMark({ alarm }: { readonly alarm: Alarm }) {
  const translate = useTranslations('alarms')
  const { priority } = alarm
  if (priority === 'journal')
    return (
      <span className="alarm-priority" title={translate('journal')}>
        <Icon name="document" />
        <span className="visually-hidden">{translate('journal')}</span>
      </span>
    )
  return (
    <span className="alarm-priority" title={translate('priorityOf', { priority })}>
      <AlarmShape priority={priority} state={alarm.phase === 'ended' ? null : signOf(alarm)} />
      <span className="visually-hidden">{translate('priorityOf', { priority })}</span>
      <span aria-hidden="true">{priority}</span>
    </span>
  )
}
