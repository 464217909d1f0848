import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { MomentField } from '#kit/web/antd/antd-moment-field.tsx'
import {
  historyPeriods,
  historyStates,
  type ListAddress,
  type listAddress,
} from '../list-address.ts'

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
      <Select
        className="alarm-choice"
        aria-label={translate('history.period')}
        value={period}
        onChange={(next) => onChange({ period: next })}
        options={historyPeriods.map((value) => ({
          value,
          label: translate(`history.periods.${value}`),
        }))}
      />
      {period === 'custom' && (
        <span className="alarm-period">
          <MomentField
            text={from}
            label={translate('history.from')}
            maximum={to}
            onChange={(next) => onChange({ from: next }, { replace: true })}
          />
          <span aria-hidden="true">–</span>
          <MomentField
            text={to}
            label={translate('history.to')}
            minimum={from}
            onChange={(next) => onChange({ to: next }, { replace: true })}
          />
        </span>
      )}
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
