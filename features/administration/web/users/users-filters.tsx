import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { rolesQuery } from '../rights/query-roles.ts'
import type { UsersAddress } from './users-address.ts'

interface FiltersProps {
  readonly address: UsersAddress
  readonly onChange: (part: Partial<UsersAddress>, options?: { readonly replace?: boolean }) => void
}

/** Search in names and addresses, role, status. */
export function UsersFilters({ address, onChange }: FiltersProps) {
  const translate = useTranslations('administration.users')
  const { data: roles = [] } = useQuery(rolesQuery)
  return (
    <div className="filters" role="search">
      <SearchField
        className="filters-search"
        mark={<Icon name="search" />}
        text={address.search}
        label={translate('search')}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <ChoiceFilter
        className="filters-choice"
        label={translate('role')}
        chosen={address.role}
        everyLabel={translate('everyRole')}
        choices={roles.map(({ name }) => ({ value: name, label: name }))}
        onChoose={(role) => onChange({ role })}
      />
      <ChoiceFilter
        className="filters-choice"
        label={translate('status')}
        chosen={address.status}
        everyLabel={translate('everyStatus')}
        onChoose={(status) => onChange({ status })}
        choices={[
          { value: 'active', label: translate('active') },
          { value: 'disabled', label: translate('disabled') },
        ]}
      />
    </div>
  )
}
