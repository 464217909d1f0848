import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { SearchField } from '#kit/web/antd/antd-search-field.tsx'
import { rolesQuery } from '../rights/query-roles.ts'
import type { UsersAddress } from './users-address.ts'

/** Not in the address: no choice. */
const everyStatus = 'every'

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
      <Select
        className="filters-choice"
        aria-label={translate('role')}
        value={address.role ?? ''}
        onChange={(role) => onChange({ role: role || null })}
        options={[
          { value: '', label: translate('everyRole') },
          ...roles.map(({ name }) => ({ value: name, label: name })),
        ]}
      />
      <Select<'active' | 'disabled' | typeof everyStatus>
        className="filters-choice"
        aria-label={translate('status')}
        value={address.status ?? everyStatus}
        onChange={(status) => onChange({ status: status === everyStatus ? null : status })}
        options={[
          { value: everyStatus, label: translate('everyStatus') },
          { value: 'active', label: translate('active') },
          { value: 'disabled', label: translate('disabled') },
        ]}
      />
    </div>
  )
}
