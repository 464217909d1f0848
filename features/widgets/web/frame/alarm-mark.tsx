import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Sensor } from '#kit/model/sensor.ts'
import { AlarmShape } from '#kit/web/alarms/alarm-shape.tsx'
import { useSensorMark } from '#kit/web/alarms/sensor-mark.ts'
import './alarm-mark.css'

/**
 * The alarms of a widget's sensors: the priority by colour and shape, whether anybody has
 * acknowledged it by a filled or an outlined one, and that something is shelved.
 */
export function AlarmMark({ sensors }: { readonly sensors: readonly Sensor[] }) {
  const translate = useTranslations('widgets.alarms')
  const mark = useSensorMark(sensors)
  if (mark === null) return null
  const { alarm, count, isShelved } = mark
  const words = [
    ...(alarm === null
      ? []
      : [
          translate('priority', { priority: alarm.priority }),
          `${alarm.text}, ${translate(alarm.state)}`,
        ]),
    ...(count > 1 ? [translate('moreOnes', { count: count - 1 })] : []),
    ...(isShelved ? [translate('shelved')] : []),
  ].join(' · ')
  return (
    <span
      className="widget-alarm"
      data-priority={alarm?.priority}
      data-state={alarm?.state}
      title={words}
    >
      {alarm !== null && <AlarmShape priority={alarm.priority} state={alarm.state} />}
      {isShelved && <Icon name="pause" size={12} />}
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
