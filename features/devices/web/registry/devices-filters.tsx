import { useTranslations } from 'use-intl'
import { deviceStates } from '#features/devices/contract/registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { SearchField } from '#kit/web/antd/antd-search-field.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
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
  const format = useFormat()
  return (
    <div className="devices-filters" role="search">
      <SearchField
        className="devices-search"
        mark={<Icon name="search" />}
        text={address.search}
        label={translate('list.search')}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <div className="devices-states" role="group" aria-label={translate('columns.state')}>
        {(['all', ...deviceStates] as const).map((state) => (
          <button
            key={state}
            type="button"
            className="chip"
            aria-pressed={(address.state ?? 'all') === state}
            onClick={() => onChange({ state: state === 'all' ? null : state })}
          >
            {state === 'all' ? translate('list.all') : translate(`state.${state}`)}
            {counts && <b className="number">{format.number(counts[state], 0)}</b>}
          </button>
        ))}
      </div>
    </div>
  )
}
