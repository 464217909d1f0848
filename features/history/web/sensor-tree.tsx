import { useMemo, useState, type RefObject } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Thing } from '#features/devices/contract/routes.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { useContractText } from '#kit/web/use-contract-text.ts'
import { formatNumber } from '#kit/web/format.ts'
import { groupSensors, type SensorGroup } from './sensor-groups.ts'

const typeIcons: Readonly<Record<SensorType, IconName>> = {
  analog: 'analog',
  lamp: 'lamp',
  counter: 'counter',
  timer: 'timer',
  detector: 'detector',
  string: 'text',
}

interface SensorTreeProps {
  readonly sensors: readonly Sensor[]
  readonly things: readonly Thing[]
  readonly chosen: { readonly thing: string | null; readonly sensor: string | null }
  readonly onChoose: (sensor: Sensor) => void
  /** The search field, to be focused from outside. */
  readonly searchRef: RefObject<HTMLInputElement | null>
}

/** All sensors under their devices, with a search; the device of the chosen sensor is open. */
export function SensorTree({ sensors, things, chosen, onChoose, searchRef }: SensorTreeProps) {
  const translate = useTranslations('history.tree')
  const locale = useLocale()
  const [search, setSearch] = useState('')
  const contractText = useContractText()
  const closed = search === '' ? things.filter(({ access }) => access !== 'open') : []
  const groups = useMemo(() => groupSensors(sensors, things, search, locale), [sensors, things, search, locale])
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
        <ul className="history-tree">
          {groups.map((group) => (
            <Group key={group.lesiId} group={group} isSearching={search !== ''} chosen={chosen} onChoose={onChoose} />
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <ul className="history-tree-closed">
          {closed.map((thing) => (
            <li key={thing.id}>
              <span className="clip" title={thing.name}>
                {thing.name}
              </span>
              <small>
                <Icon name="lock" size={12} />
                {contractText(thing)?.title}
              </small>
            </li>
          ))}
        </ul>
      )}
      {sensors.length === 0 && <p className="history-tree-none">{translate('empty')}</p>}
      {groups.length === 0 && sensors.length > 0 && (
        <p className="history-tree-none">
          {translate('none', { text: search })}
          <button type="button" className="link" onClick={() => setSearch('')}>
            {translate('clear')}
          </button>
        </p>
      )}
      <div className="panel-foot">{translate('count', { count: sensors.length, figure: formatNumber(sensors.length) })}</div>
    </>
  )
}

interface GroupProps extends Pick<SensorTreeProps, 'chosen' | 'onChoose'> {
  readonly group: SensorGroup
  readonly isSearching: boolean
}

function Group({ group, isSearching, chosen, onChoose }: GroupProps) {
  const translate = useTranslations('history.tree')
  const hour = useTranslations('common.units')('hour')
  const [isToggled, setToggled] = useState<boolean | null>(null)
  const isOpen = isToggled ?? (isSearching || group.lesiId === chosen.thing)
  return (
    <li>
      <button type="button" className="history-group" aria-expanded={isOpen} onClick={() => setToggled(!isOpen)}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span className="clip" title={group.name}>
          {group.name}
        </span>
        {group.isOffline && (
          <span className="history-offline">
            <Icon name="unplugged" size={12} />
            {translate('offline')}
          </span>
        )}
        <small>{group.sensors.length}</small>
      </button>
      {isOpen && (
        <ul>
          {group.sensors.map((sensor) => {
            const isChosen = group.lesiId === chosen.thing && sensor.key === chosen.sensor
            return (
              <li key={sensor.id}>
                <button
                  type="button"
                  className="history-sensor"
                  aria-current={isChosen}
                  title={sensor.alias}
                  onClick={() => onChoose(sensor)}
                >
                  <Icon name={typeIcons[sensor.type]} />
                  <span className="clip">{sensor.alias}</span>
                  <small>{sensor.type === 'timer' ? hour : sensor.unit}</small>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
