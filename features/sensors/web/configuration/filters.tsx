import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { sensorTypes } from '#kit/model/sensor.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { ConfigurationAddress } from './address.ts'
import { useFieldWords } from './table/use-field-words.ts'

interface FiltersProps {
  readonly address: ConfigurationAddress
  readonly onChange: (
    part: Partial<ConfigurationAddress>,
    options?: { readonly replace?: boolean },
  ) => void
  /** The address of the screen says the type. */
  readonly isOfType: boolean
  readonly changed: number
  readonly wrong: number
}

/** Which sensors the table has: by words, by type, new, changed or wrong ones. */
export function Filters({ address, onChange, isOfType, changed, wrong }: FiltersProps) {
  const translate = useTranslations('sensors.configuration')
  const words = useFieldWords()
  const { number } = useFormat()
  const toggles = [
    ['new', translate('onlyNew')],
    ['changed', translate('onlyChanged', { count: number(changed) })],
    ['wrong', translate('onlyWrong', { count: number(wrong) })],
  ] as const
  return (
    <div className="config-filters" role="search">
      <SearchField
        className="config-search"
        mark={<Icon name="search" />}
        text={address.find}
        label={translate('find')}
        onSearch={(find) => onChange({ find }, { replace: true })}
      />
      {!isOfType && (
        <ChoiceFilter
          className="config-choice"
          label={words.field('type')}
          chosen={address.type}
          everyLabel={translate('everyType')}
          choices={sensorTypes.map((value) => ({ value, label: words.value('type', value) }))}
          onChoose={(type) => onChange({ type })}
        />
      )}
      {toggles.map(([only, label]) => (
        <button
          key={only}
          type="button"
          className="button config-toggle"
          aria-pressed={address.only === only}
          onClick={() => onChange({ only: address.only === only ? null : only })}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
