import { useId, useMemo, useState, type PointerEvent } from 'react'
import { useTranslations } from 'use-intl'
import { sensorTypes, type Sensor, type SensorType } from '#kit/model/sensor.ts'
import { sensorTest } from '#kit/model/sensor-filter.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { listFilterOf, maximumSearchLength } from '../../filter/filters.ts'
import { useDevices } from '../../devices/use-devices.ts'
import { useSensors } from '../../sensors/use-sensors.ts'

/** Rows that are drawn at once: more are found by words. */
const maximumRows = 60

interface SensorSearchProps {
  readonly label: string
  /** Those of other types are not listed; absent: all are. */
  readonly accepts?: readonly SensorType[]
  /** What choosing a sensor does, in words. */
  readonly action: (sensor: Sensor) => string
  readonly onChoose: (sensor: Sensor) => void
  /** The pointer goes down on a sensor. */
  readonly onPress?: (sensor: Sensor, event: PointerEvent) => void
}

/** Finds sensors by words, here while all are here, else on the server. */
export function SensorSearch(props: SensorSearchProps) {
  const { label, accepts = sensorTypes, action, onChoose, onPress } = props
  const translate = useTranslations('dashboard.board')
  const id = useId()
  const [find, setFind] = useState('')
  const found = useFound(useDebounced(find), accepts)
  return (
    <div className="board-search">
      <label className="input" htmlFor={id}>
        <Icon name="search" />
        <span className="visually-hidden">{label}</span>
        <input
          id={id}
          type="search"
          value={find}
          maxLength={maximumSearchLength}
          placeholder={label}
          autoComplete="off"
          onChange={({ target }) => setFind(target.value)}
        />
      </label>
      <ul>
        {found.sensors.map((sensor) => (
          <li key={sensor.id}>
            <button
              type="button"
              aria-label={action(sensor)}
              onClick={() => onChoose(sensor)}
              onPointerDown={(event) => onPress?.(sensor, event)}
            >
              <Icon name={sensor.type === 'string' ? 'text' : sensor.type} />
              <span>
                <b>{sensor.alias}</b>
                <small>{found.deviceOf(sensor)}</small>
              </span>
              <Icon name="plus" />
            </button>
          </li>
        ))}
      </ul>
      {found.isMore && <p className="board-note">{translate('moreSensors')}</p>}
      {found.isEmpty && <p className="board-note">{translate('noSensor')}</p>}
    </div>
  )
}

function useFound(find: string, accepts: readonly SensorType[]) {
  const filter = useMemo(() => listFilterOf({ find }), [find])
  const { shown, isWhole } = useSensors(filter, 1)
  const { data } = useDevices()
  return useMemo(() => {
    const names = new Map((data?.devices ?? []).map(({ lesiId, name }) => [lesiId, name]))
    const deviceOf = ({ lesiId }: Sensor) => names.get(lesiId) ?? lesiId
    const test = sensorTest(filter)
    const all = (shown.data?.sensors ?? []).filter(
      (sensor) =>
        accepts.includes(sensor.type) && (!isWhole || test(sensor, names.get(sensor.lesiId) ?? '')),
    )
    const total = isWhole ? all.length : (shown.data?.total ?? 0)
    return {
      deviceOf,
      sensors: all.slice(0, maximumRows),
      isMore: total > maximumRows,
      isEmpty: shown.data !== undefined && all.length === 0,
    }
  }, [shown.data, isWhole, filter, data, accepts])
}
