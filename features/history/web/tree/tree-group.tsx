import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { useSensorsOf } from './query-sensors.ts'
import type { SensorGroup } from './sensor-groups.ts'

const typeIcons: Readonly<Record<SensorType, IconName>> = {
  analog: 'analog',
  lamp: 'lamp',
  counter: 'counter',
  timer: 'timer',
  detector: 'detector',
  string: 'text',
}

export interface Choice {
  readonly chosen: { readonly thing: string | null; readonly sensor: string | null }
  readonly onChoose: (sensor: Sensor) => void
}

interface TreeGroupProps extends Choice {
  readonly group: SensorGroup
  readonly isSearching: boolean
}

/** A device and, while it is open, its sensors. */
export function TreeGroup({ group, isSearching, ...choice }: TreeGroupProps) {
  const translate = useTranslations('history.tree')
  const { number } = useFormat()
  const [isToggled, setToggled] = useState<boolean | null>(null)
  const isOpen = isToggled ?? (isSearching || group.lesiId === choice.chosen.thing)
  return (
    <li>
      <button
        type="button"
        className="history-group"
        aria-expanded={isOpen}
        onClick={() => setToggled(!isOpen)}
      >
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
        <small aria-hidden="true">{group.count}</small>
        <span className="visually-hidden">
          {translate('count', { count: group.count, figure: number(group.count) })}
        </span>
      </button>
      {isOpen &&
        (group.sensors ? (
          <Sensors sensors={group.sensors} {...choice} />
        ) : (
          <FetchedSensors lesiId={group.lesiId} {...choice} />
        ))}
    </li>
  )
}

/** The sensors of a device of which only the name was known. */
function FetchedSensors({ lesiId, ...choice }: Choice & { readonly lesiId: string }) {
  const translate = useTranslations('history.tree')
  const { number } = useFormat()
  const { data, isError } = useSensorsOf(lesiId, true)
  if (isError) return <p className="history-tree-none">{translate('failed')}</p>
  if (!data) return <Skeleton width="100%" height="20px" />
  const more = data.total - data.sensors.length
  return (
    <>
      <Sensors sensors={data.sensors} {...choice} />
      {more > 0 && (
        <p className="history-tree-none">
          {translate('more', { count: more, figure: number(more) })}
        </p>
      )}
    </>
  )
}

function Sensors({ sensors, chosen, onChoose }: Choice & { readonly sensors: readonly Sensor[] }) {
  const hour = useTranslations('common.units')('hour')
  return (
    <ul>
      {sensors.map((sensor) => (
        <li key={sensor.id}>
          <button
            type="button"
            className="history-sensor"
            aria-current={sensor.lesiId === chosen.thing && sensor.key === chosen.sensor}
            title={sensor.alias}
            onClick={() => onChoose(sensor)}
          >
            <Icon name={typeIcons[sensor.type]} />
            <span className="clip">{sensor.alias}</span>
            <small>{sensor.type === 'timer' ? hour : sensor.unit}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}
