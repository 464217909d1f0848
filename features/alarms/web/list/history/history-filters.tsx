import { useTranslations } from 'use-intl'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { historyStates, type ListAddress, type listAddress } from '../list-address.ts'
import { PeriodFields } from '../period-fields.tsx'
import { PriorityFilter } from '../../words/priority-filter.tsx'

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
      <PriorityFilter
        className="alarm-choice"
        chosen={priority}
        onChoose={(next) => onChange({ priority: next })}
      />
      <ChoiceFilter
        className="alarm-choice"
        label={translate('filter.state')}
        chosen={was}
        everyLabel={translate('filter.everyState')}
        choices={historyStates.map((value) => ({
          value,
          label: translate(`history.was.${value}`),
        }))}
        onChoose={(next) => onChange({ was: next })}
      />
      {device !== null && (
        <button type="button" className="chip" onClick={() => onChange({ device: null })}>
          {translate('history.onlyDevice', { device })} ×
        </button>
      )}
    </div>
  )
}
