import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { historyStates, type ListAddress, type listAddress } from '../list-address.ts'
import { PeriodFields } from '../period-fields.tsx'

const every = 'every'
const priorities = ['1', '2', '3', 'journal'] as const

interface HistoryFiltersProps {
  readonly address: ListAddress
  readonly onChange: ChangeAddress<typeof listAddress>
}

/** When, how urgent, and whether they have ended. */
export function HistoryFilters({ address, onChange }: HistoryFiltersProps) {
  const translate = useTranslations('alarms')
  const { period, priority, was, device, from, to } = address
  return (
    <div className="alarm-filters" role="search">
      <PeriodFields
        {...{ period, from, to }}
        styles="alarm"
        onChange={(part, isTyped) => onChange(part, { replace: isTyped })}
      />
      <Select<NonNullable<ListAddress['priority']> | typeof every>
        className="alarm-choice"
        aria-label={translate('column.priority')}
        value={priority ?? every}
        onChange={(next) => onChange({ priority: next === every ? null : next })}
        options={[
          { value: every, label: translate('filter.everyPriority') },
          ...priorities.map((value) => ({
            value,
            label:
              value === 'journal'
                ? translate('journal')
                : translate('priorityOf', { priority: value }),
          })),
        ]}
      />
      <Select<NonNullable<ListAddress['was']> | typeof every>
        className="alarm-choice"
        aria-label={translate('filter.state')}
        value={was ?? every}
        onChange={(next) => onChange({ was: next === every ? null : next })}
        options={[
          { value: every, label: translate('filter.everyState') },
          ...historyStates.map((value) => ({ value, label: translate(`history.was.${value}`) })),
        ]}
      />
      {device !== null && (
        <button type="button" className="chip" onClick={() => onChange({ device: null })}>
          {translate('history.onlyDevice', { device })} ×
        </button>
      )}
    </div>
  )
}
