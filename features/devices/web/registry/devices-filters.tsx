import { useTranslations } from 'use-intl'
import { deviceStates } from '#features/devices/contract/registry.ts'
import { ListFilters } from '#kit/web/antd/fields/antd-list-filters.tsx'
import type { DevicesAddress } from './devices-address.ts'

interface FiltersProps {
  readonly address: DevicesAddress
  /** How many there are in all and of each state; undefined until the first answer. */
  readonly counts: Readonly<Record<'all' | (typeof deviceStates)[number], number>> | undefined
  readonly onChange: (
    part: Partial<DevicesAddress>,
    options?: { readonly replace?: boolean },
  ) => void
}

/** Search in names and places, and one choice of state with how many have it. */
export function DevicesFilters({ address, counts, onChange }: FiltersProps) {
  const translate = useTranslations('devices')
  return (
    <ListFilters
      className="devices-filters"
      text={address.search}
      searchLabel={translate('list.search')}
      onSearch={(search) => onChange({ search }, { replace: true })}
      states={deviceStates}
      statesLabel={translate('columns.state')}
      nameOf={(state) => (state === 'all' ? translate('list.all') : translate(`state.${state}`))}
      chosen={address.state}
      counts={counts}
      onState={(state) => onChange({ state })}
    />
  )
}
