import { useMemo, useState, type ReactNode, type RefObject } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Device } from '#features/devices/contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { rovingFocus } from '#kit/ui/roving-focus.ts'
import type { SensorPageData } from '#kit/web/catalogue/lists.ts'
import { useContractText } from '#kit/web/texts/use-contract-text.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFoundSensors } from './query-sensors.ts'
import { groupSensors, groupDevices, type SensorGroup } from './sensor-groups.ts'
import { TreeGroup } from './tree-group.tsx'
import type { Choice } from './tree-sensors.tsx'

export interface SensorTreeProps extends Choice {
  /**
   * All sensors, or the first of too many: then the devices are listed, and the server looks for
   * what is searched.
   */
  readonly list: SensorPageData
  readonly devices: readonly Device[]
  /** The search field, to be focused from outside. */
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Instead of how many sensors there are. */
  readonly foot?: ReactNode
}

interface Tree {
  readonly groups: readonly SensorGroup[]
  /** Sensors that were found and are not listed. */
  readonly more: number
}

function useTree(
  { sensors, total }: SensorPageData,
  devices: readonly Device[],
  search: string,
): Tree {
  const locale = useLocale()
  const isWhole = total === sensors.length
  const debounced = useDebounced(search)
  const found = useFoundSensors(debounced, !isWhole && search !== '').data
  return useMemo(() => {
    if (isWhole) return { groups: groupSensors(sensors, devices, search, locale), more: 0 }
    if (search === '') return { groups: groupDevices(devices), more: 0 }
    const groups = groupSensors(found?.sensors ?? [], devices, search, locale)
    return { groups, more: found ? found.total - found.sensors.length : 0 }
  }, [isWhole, sensors, devices, search, found, locale])
}

/** All sensors under their devices, with a search; the device of the chosen sensor is open. */
export function SensorTree({ list, devices, searchRef, foot, ...choice }: SensorTreeProps) {
  const translate = useTranslations('history.tree')
  const { number } = useFormat()
  const [search, setSearch] = useState('')
  const contractText = useContractText()
  const closed = search === '' ? devices.filter(({ access }) => access !== 'open') : []
  const { groups, more } = useTree(list, devices, search)
  return (
    <>
      <label className="input history-search">
        <Icon name="search" />
        <input
          ref={searchRef}
          type="search"
          placeholder={translate('search')}
          aria-label={translate('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {groups.length > 0 && (
        <ul className="history-tree" ref={rovingFocus}>
          {groups.map((group) => (
            <TreeGroup key={group.lesiId} group={group} isSearching={search !== ''} {...choice} />
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <ul className="history-tree-closed">
          {closed.map((device) => (
            <li key={device.id}>
              <span className="clip" title={device.name}>
                {device.name}
              </span>
              <small>
                <Icon name="lock" size={12} />
                {contractText(device)?.title}
              </small>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="history-tree-none">
          {translate('more', { count: more, figure: number(more) })}
        </p>
      )}
      {list.total === 0 && <p className="history-tree-none">{translate('empty')}</p>}
      {groups.length === 0 && list.total > 0 && (
        <p className="history-tree-none">
          {translate('none', { text: isolated(search) })}
          <button type="button" className="link" onClick={() => setSearch('')}>
            {translate('clear')}
          </button>
        </p>
      )}
      <div className="panel-foot">
        {foot ?? translate('count', { count: list.total, figure: number(list.total) })}
      </div>
    </>
  )
}
