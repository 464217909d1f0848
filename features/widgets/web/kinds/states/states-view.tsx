import { useTranslations } from 'use-intl'
import { trendWindowMs } from '#kit/web/live/index.ts'
import type { SensorsWidgetProps } from '#kit/web/widget-registry.ts'
import { SensorsFrame } from '../../frame/sensors-frame.tsx'
import { areOfSeveralDevices } from '#kit/web/widgets/named-devices.tsx'
import { useDeviceNames } from '../../several/use-device-names.ts'
import { useWords } from '../../values/words.ts'
import { StateRow } from './state-row.tsx'
import type { StatesOptions } from './states-options.ts'
import './states-view.css'

/** Lamps and detectors below each other, each with its timeline of the same time. */
export default function StatesView(props: SensorsWidgetProps<StatesOptions>) {
  const { sensors, missing, size, options } = props
  const words = useWords()
  const translate = useTranslations('widgets.kinds.states')
  const ofSeveral = areOfSeveralDevices(sensors)
  const deviceNameOf = useDeviceNames(sensors)
  const duration = words.format.age(trendWindowMs)
  const window = options.window === 'today' ? translate('today') : translate('recent', { duration })
  return (
    <SensorsFrame {...{ sensors, missing, size }} title={options.title}>
      <p className="states-window">{window}</p>
      <ul className="states">
        {sensors.map((sensor) => (
          <StateRow
            key={`${sensor.id} ${options.window}`}
            {...{ sensor, words }}
            isToday={options.window === 'today'}
            device={ofSeveral ? deviceNameOf(sensor.lesiId) : ''}
          />
        ))}
      </ul>
    </SensorsFrame>
  )
}
