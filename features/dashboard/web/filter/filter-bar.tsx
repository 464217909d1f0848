import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Device } from '#features/devices/contract/routes.ts'
import { sensorTypes } from '#kit/model/sensor.ts'
import { useTypedText } from '#kit/web/address/use-typed-text.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import type { Filters } from './filters.ts'
import { maximumSearchLength, isFiltering } from './filters.ts'
import './filter-bar.css'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (filters: {
    readonly [Name in keyof Filters]?: Filters[Name] | undefined
  }) => void
  readonly devices: readonly Device[]
  readonly shown: number
  readonly total: number
}

/** Which sensors to show: words, type, device, only those beyond a limit or not live. */
export function FilterBar({ filters, onChange, devices, shown, total }: FilterBarProps) {
  const translate = useTranslations('dashboard.filter')
  return (
    <search className="filter-bar">
      <FindField
        value={filters.find ?? ''}
        onChange={(find) => onChange({ ...filters, find: find || undefined })}
      />
      <FilterChoice
        label={translate('type')}
        every={translate('everyType')}
        value={filters.type ?? ''}
        onChange={(chosen) =>
          onChange({ ...filters, type: sensorTypes.find((type) => type === chosen) })
        }
      >
        {sensorTypes.map((type) => (
          <option key={type} value={type}>
            {translate(`types.${type}`)}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice
        label={translate('device')}
        every={translate('everyDevice')}
        value={filters.device ?? ''}
        onChange={(device) => onChange({ ...filters, device: device || undefined })}
      >
        {devices.map(({ lesiId, name }) => (
          <option key={lesiId} value={lesiId}>
            {name}
          </option>
        ))}
      </FilterChoice>
      <Toggle
        icon="warning"
        label={translate('beyondOnly')}
        isOn={filters.limits === 'beyond'}
        onChange={(isOn) => onChange({ ...filters, limits: isOn ? 'beyond' : undefined })}
      />
      <Toggle
        icon="unplugged"
        label={translate('notLiveOnly')}
        isOn={filters.live === 'no'}
        onChange={(isOn) => onChange({ ...filters, live: isOn ? 'no' : undefined })}
      />
      {isFiltering(filters) && (
        <Filtered shown={shown} total={total} onClear={() => onChange({})} />
      )}
    </search>
  )
}

interface FindFieldProps {
  readonly value: string
  readonly onChange: (text: string) => void
}

function FindField({ value, onChange }: FindFieldProps) {
  const label = useTranslations('dashboard.filter')('find')
  const { typed, setTyped, onSent, onBlur } = useTypedText(value)
  const type = (text: string) => {
    setTyped(text)
    onSent(text)
    onChange(text)
  }
  return (
    <label className="input filter-find">
      <Icon name="search" />
      <span className="visually-hidden">{label}</span>
      <input
        type="search"
        placeholder={label}
        maxLength={maximumSearchLength}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onBlur={onBlur}
      />
    </label>
  )
}

interface FilterChoiceProps {
  readonly label: string
  /** The words for no restriction; its value is empty. */
  readonly every: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

function FilterChoice({ label, every, value, onChange, children }: FilterChoiceProps) {
  return (
    <label className="input filter-choice">
      <span className="visually-hidden">{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{every}</option>
        {children}
      </select>
    </label>
  )
}

interface ToggleProps {
  readonly icon: IconName
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Toggle({ icon, label, isOn, onChange }: ToggleProps) {
  return (
    <button
      type="button"
      className="button filter-toggle"
      aria-pressed={isOn}
      title={label}
      onClick={() => onChange(!isOn)}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
}

interface FilteredProps {
  readonly shown: number
  readonly total: number
  readonly onClear: () => void
}

/** How many of the sensors pass, and the way back to all. */
function Filtered({ shown, total, onClear }: FilteredProps) {
  const translate = useTranslations('dashboard.filter')
  const { number } = useFormat()
  return (
    <>
      <span className="filter-count" role="status">
        {translate('shown', { shown: number(shown), total, figure: number(total) })}
      </span>
      <button type="button" className="button quiet" onClick={onClear}>
        <Icon name="close" />
        {translate('clear')}
      </button>
    </>
  )
}
