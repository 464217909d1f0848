import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { maximumGroup } from '../address.ts'
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
  /** Where several are chosen; null: one. */
  readonly several: SeveralChosen | null
}

export interface SeveralChosen {
  readonly isChosen: (sensor: Sensor) => boolean
  /** Whether no further one can be chosen. */
  readonly isFull: boolean
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
  const { chosen, several } = choice
  const hasChosen = several
    ? (group.sensors?.some(several.isChosen) ?? false)
    : group.lesiId === chosen.thing
  const isOpen = isToggled ?? (isSearching || hasChosen)
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

interface SensorsProps extends Choice {
  readonly sensors: readonly Sensor[]
}

function Sensors({ sensors, chosen, onChoose, several }: SensorsProps) {
  return (
    <ul>
      {sensors.map((sensor) => (
        <li key={sensor.id}>
          {several ? (
            <SensorCheck {...{ sensor, several, onChoose }} />
          ) : (
            <button
              type="button"
              className="history-sensor"
              aria-current={sensor.lesiId === chosen.thing && sensor.key === chosen.sensor}
              title={sensor.alias}
              onClick={() => onChoose(sensor)}
            >
              <SensorWords sensor={sensor} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface SensorCheckProps extends Pick<SensorsProps, 'onChoose'> {
  readonly sensor: Sensor
  readonly several: SeveralChosen
}

function SensorCheck({ sensor, several, onChoose }: SensorCheckProps) {
  const translate = useTranslations('history.group')
  const isChosen = several.isChosen(sensor)
  const isRefused = several.isFull && !isChosen
  return (
    <button
      type="button"
      className="history-sensor"
      role="checkbox"
      aria-checked={isChosen}
      // It can be focused, so that its reason can be read.
      aria-disabled={isRefused}
      title={isRefused ? translate('full', { maximum: maximumGroup }) : sensor.alias}
      onClick={() => !isRefused && onChoose(sensor)}
    >
      <i className="history-check">{isChosen && <Icon name="check" size={10} />}</i>
      <SensorWords sensor={sensor} />
    </button>
  )
}

function SensorWords({ sensor }: { readonly sensor: Sensor }) {
  const hour = useTranslations('common.units')('hour')
  return (
    <>
      <Icon name={typeIcons[sensor.type]} />
      <span className="clip">{sensor.alias}</span>
      <small>{sensor.type === 'timer' ? hour : sensor.unit}</small>
    </>
  )
}
