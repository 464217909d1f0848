import { Select } from 'antd'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { alarmPriorities } from '#kit/web/alarms/alarm-source.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'
import { SearchField } from '#kit/web/antd/fields/antd-search-field.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Alarm } from '../../../contract/alarm.ts'
import { groupings, stateFilters, type ListAddress } from '../list-address.ts'

interface ActiveFiltersProps {
  readonly address: ListAddress
  readonly alarms: readonly Alarm[]
  readonly onChange: (part: Partial<ListAddress>, options?: { readonly replace?: boolean }) => void
}

/** Which of the active alarms are shown, and in which groups. */
export function ActiveFilters({ address, alarms, onChange }: ActiveFiltersProps) {
  const translate = useTranslations('alarms')
  const devices = useDevices(alarms, address.device)
  return (
    <div className="alarm-filters" role="search">
      <PriorityChips chosen={address.priority} {...{ alarms, onChange }} />
      <SearchField
        className="alarm-search"
        mark={<Icon name="search" />}
        text={address.search}
        label={translate('filter.search')}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <ChoiceFilter
        className="alarm-choice"
        label={translate('filter.state')}
        chosen={address.state}
        everyLabel={translate('filter.everyState')}
        choices={stateFilters.map((value) => ({
          value,
          label: translate(`filter.states.${value}`),
        }))}
        onChoose={(state) => onChange({ state })}
      />
      <ChoiceFilter
        className="alarm-choice"
        label={translate('filter.device')}
        chosen={address.device}
        everyLabel={translate('filter.everyDevice')}
        choices={devices}
        hasSearch
        onChoose={(device) => onChange({ device })}
      />
      <Select
        className="alarm-choice"
        aria-label={translate('filter.group')}
        value={address.group}
        onChange={(group) => onChange({ group })}
        options={groupings.map((value) => ({ value, label: translate(`filter.groups.${value}`) }))}
      />
    </div>
  )
}

/** Devices that have alarms, and the one that the address names. */
function useDevices(alarms: readonly Alarm[], chosen: string | null) {
  return useMemo(() => {
    const names = new Map(alarms.map(({ device }) => [device.lesiId, device.name]))
    if (chosen !== null && !names.has(chosen)) names.set(chosen, chosen)
    return [...names]
      .map(([value, label]) => ({ value, label }))
      .toSorted((one, other) => one.label.localeCompare(other.label))
  }, [alarms, chosen])
}

interface PriorityChipsProps extends Pick<ActiveFiltersProps, 'alarms' | 'onChange'> {
  readonly chosen: ListAddress['priority']
}

function PriorityChips({ chosen, alarms, onChange }: PriorityChipsProps) {
  const translate = useTranslations('alarms')
  const { number } = useFormat()
  return (
    <div className="alarm-chips" role="group" aria-label={translate('column.priority')}>
      {alarmPriorities.map((priority) => {
        const isChosen = chosen === String(priority)
        const count = alarms.filter((alarm) => alarm.priority === priority).length
        return (
          <button
            key={priority}
            type="button"
            className="chip"
            aria-pressed={isChosen}
            onClick={() => onChange({ priority: isChosen ? null : `${priority}` })}
          >
            <AlarmShape priority={priority} state={count === 0 ? null : 'acknowledged'} />
            <span className="visually-hidden">
              {translate('priorityCount', { priority, count, figure: number(count) })}
            </span>
            <span aria-hidden="true">{priority}</span>
            <b className="number" aria-hidden="true">
              {number(count)}
            </b>
          </button>
        )
      })}
    </div>
  )
}
