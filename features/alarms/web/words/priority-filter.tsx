import { useTranslations } from 'use-intl'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'

const priorities = ['1', '2', '3', 'journal'] as const
type Priority = (typeof priorities)[number]

interface PriorityFilterProps {
  readonly className: string
  /** null: all. */
  readonly chosen: Priority | null
  readonly onChoose: (priority: Priority | null) => void
}

/** Alarms, or rules, of which priority. */
export function PriorityFilter({ className, chosen, onChoose }: PriorityFilterProps) {
  const translate = useTranslations('alarms')
  return (
    <ChoiceFilter
      {...{ className, chosen, onChoose }}
      label={translate('column.priority')}
      everyLabel={translate('filter.everyPriority')}
      choices={priorities.map((value) => ({
        value,
        label:
          value === 'journal' ? translate('journal') : translate('priorityOf', { priority: value }),
      }))}
    />
  )
}
