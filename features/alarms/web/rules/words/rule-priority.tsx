import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import type { RulePriority } from '../../../contract/rule.ts'

interface RulePriorityMarkProps {
  readonly priority: RulePriority
  /** What has no number is named. */
  readonly isNamed?: boolean
}

/** The priority of a rule: its shape and its number. */
export function RulePriorityMark({ priority, isNamed = false }: RulePriorityMarkProps) {
  const translate = useTranslations('alarms')
  if (priority === 'journal')
    return (
      <span className="alarm-rules-priority" title={translate('journal')}>
        <Icon name="document" />
        <span {...(!isNamed && { className: 'visually-hidden' })}>{translate('journal')}</span>
      </span>
    )
  return (
    <span className="alarm-rules-priority" title={translate('priorityOf', { priority })}>
      <AlarmShape priority={priority} state={null} />
      <span className="visually-hidden">{translate('priorityOf', { priority })}</span>
      <span aria-hidden="true">{priority}</span>
    </span>
  )
}
