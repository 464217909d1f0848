import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { SearchField } from '#kit/web/antd/antd-search-field.tsx'
import { conditionKinds } from '../../../contract/condition.ts'
import type { RulesAddress, rulesAddress } from '../rules-address.ts'

const every = 'every'

interface RuleFiltersProps {
  readonly address: RulesAddress
  readonly onChange: ChangeAddress<typeof rulesAddress>
}

/** What the rules are called, their condition, priority, and whether they count. */
export function RuleFilters({ address, onChange }: RuleFiltersProps) {
  const translate = useTranslations('alarms')
  const { search, kind, priority, enabled } = address
  const priorities = ['1', '2', '3', 'journal'] as const
  return (
    <div className="alarm-rules-tools" role="search">
      <SearchField
        className="alarm-rules-search"
        mark={<Icon name="search" />}
        text={search}
        label={translate('rules.search')}
        onSearch={(text) => onChange({ search: text }, { replace: true })}
      />
      <Select<NonNullable<RulesAddress['kind']> | typeof every>
        className="alarm-rules-choice"
        aria-label={translate('rules.column.condition')}
        value={kind ?? every}
        onChange={(next) => onChange({ kind: next === every ? null : next })}
        options={[
          { value: every, label: translate('rules.everyKind') },
          ...conditionKinds.map((value) => ({ value, label: translate(`rules.kind.${value}`) })),
        ]}
      />
      <Select<NonNullable<RulesAddress['priority']> | typeof every>
        className="alarm-rules-choice"
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
      <Select<NonNullable<RulesAddress['enabled']> | typeof every>
        className="alarm-rules-choice"
        aria-label={translate('column.state')}
        value={enabled ?? every}
        onChange={(next) => onChange({ enabled: next === every ? null : next })}
        options={[
          { value: every, label: translate('filter.everyState') },
          { value: 'yes', label: translate('rules.enabled') },
          { value: 'no', label: translate('rules.disabled') },
        ]}
      />
    </div>
  )
}
