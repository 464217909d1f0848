import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { ChangeAddress } from '#kit/web/address/use-list-address.ts'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { conditionKinds } from '../../../contract/condition.ts'
import { PriorityFilter } from '../../words/priority-filter.tsx'
import type { RulesAddress, rulesAddress } from '../rules-address.ts'

interface RuleFiltersProps {
  readonly address: RulesAddress
  readonly onChange: ChangeAddress<typeof rulesAddress>
}

/** What the rules are called, their condition, priority, and whether they count. */
export function RuleFilters({ address, onChange }: RuleFiltersProps) {
  const translate = useTranslations('alarms')
  const { search, kind, priority, enabled } = address
  return (
    <div className="alarm-rules-tools" role="search">
      <SearchField
        className="alarm-rules-search"
        mark={<Icon name="search" />}
        text={search}
        label={translate('rules.search')}
        onSearch={(text) => onChange({ search: text }, { replace: true })}
      />
      <ChoiceFilter
        className="alarm-rules-choice"
        label={translate('rules.column.condition')}
        chosen={kind}
        everyLabel={translate('rules.everyKind')}
        choices={conditionKinds.map((value) => ({
          value,
          label: translate(`rules.kind.${value}`),
        }))}
        onChoose={(next) => onChange({ kind: next })}
      />
      <PriorityFilter
        className="alarm-rules-choice"
        chosen={priority}
        onChoose={(next) => onChange({ priority: next })}
      />
      <ChoiceFilter
        className="alarm-rules-choice"
        label={translate('column.state')}
        chosen={enabled}
        everyLabel={translate('filter.everyState')}
        onChoose={(next) => onChange({ enabled: next })}
        choices={[
          { value: 'yes', label: translate('rules.enabled') },
          { value: 'no', label: translate('rules.disabled') },
        ]}
      />
    </div>
  )
}
