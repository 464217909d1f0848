import { useTranslations } from 'use-intl'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { maximumGroup } from '../address.ts'

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

const typeIcons: Readonly<Record<SensorType, IconName>> = {
  analog: 'analog',
  lamp: 'lamp',
  counter: 'counter',
  timer: 'timer',
  detector: 'detector',
  string: 'text',
}

interface SensorsProps extends Choice {
  readonly sensors: readonly Sensor[]
}

export function Sensors({ sensors, chosen, onChoose, several }: SensorsProps) {
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
