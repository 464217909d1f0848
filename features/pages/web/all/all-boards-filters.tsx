import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import type { AllBoardsAddress } from './all-boards-address.ts'

interface FiltersProps {
  readonly address: AllBoardsAddress
  readonly onChange: (
    part: Partial<AllBoardsAddress>,
    options?: { readonly replace?: boolean },
  ) => void
}

/** Search in names and owners, kind, and whether the owner is still there. */
export function AllBoardsFilters({ address, onChange }: FiltersProps) {
  const translate = useTranslations('pages.all')
  return (
    <div className="all-boards-filters" role="search">
      <SearchField
        className="all-boards-search"
        mark={<Icon name="search" />}
        text={address.search}
        label={translate('search')}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <Select<'page' | 'dashboard' | 'every'>
        className="all-boards-choice"
        aria-label={translate('kind')}
        value={address.kind ?? 'every'}
        onChange={(kind) => onChange({ kind: kind === 'every' ? null : kind })}
        options={[
          { value: 'every', label: translate('everyKind') },
          { value: 'page', label: translate('page') },
          { value: 'dashboard', label: translate('dashboard') },
        ]}
      />
      <Select<'yes' | 'every'>
        className="all-boards-choice"
        aria-label={translate('owners')}
        value={address.left ?? 'every'}
        onChange={(left) => onChange({ left: left === 'every' ? null : left })}
        options={[
          { value: 'every', label: translate('everyOwner') },
          { value: 'yes', label: translate('left') },
        ]}
      />
    </div>
  )
}
