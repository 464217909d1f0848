import { useTranslations } from 'use-intl'
import type { Thing } from '#features/devices/contract/routes.ts'
import { sensorTypes } from '#kit/model/sensor.ts'
import { Icon } from '#kit/ui/icon.tsx'
import type { Filters } from './filters.ts'
import { isFiltering } from './filters.ts'
import './filter-bar.css'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (filters: {
    readonly [Name in keyof Filters]?: Filters[Name] | undefined
  }) => void
  readonly things: readonly Thing[]
  readonly shown: number
  readonly total: number
}

/** Which sensors to show: words, type, device, and only those that are not live. */
export function FilterBar({ filters, onChange, things, shown, total }: FilterBarProps) {
  const translate = useTranslations('dashboard.filter')
  return (
    <search className="filter-bar">
      <label className="input filter-find">
        <Icon name="search" />
        <span className="visually-hidden">{translate('find')}</span>
        <input
          type="search"
          placeholder={translate('find')}
          value={filters.find ?? ''}
          onChange={({ target }) => onChange({ ...filters, find: target.value || undefined })}
        />
      </label>
      <label className="input filter-choice">
        <span className="visually-hidden">{translate('type')}</span>
        <select
          value={filters.type ?? ''}
          onChange={({ target }) =>
            onChange({ ...filters, type: sensorTypes.find((type) => type === target.value) })
          }
        >
          <option value="">{translate('everyType')}</option>
          {sensorTypes.map((type) => (
            <option key={type} value={type}>
              {translate(`types.${type}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="input filter-choice">
        <span className="visually-hidden">{translate('device')}</span>
        <select
          value={filters.device ?? ''}
          onChange={({ target }) => onChange({ ...filters, device: target.value || undefined })}
        >
          <option value="">{translate('everyDevice')}</option>
          {things.map(({ lesiId, name }) => (
            <option key={lesiId} value={lesiId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="button filter-toggle"
        aria-pressed={filters.live === 'no'}
        onClick={() => onChange({ ...filters, live: filters.live === 'no' ? undefined : 'no' })}
      >
        <Icon name="unplugged" />
        <span>{translate('notLiveOnly')}</span>
      </button>
      {isFiltering(filters) ? (
        <>
          <span className="filter-count" role="status">
            {translate('shown', { shown, total })}
          </span>
          <button type="button" className="button quiet" onClick={() => onChange({})}>
            <Icon name="close" />
            {translate('clear')}
          </button>
        </>
      ) : null}
    </search>
  )
}
