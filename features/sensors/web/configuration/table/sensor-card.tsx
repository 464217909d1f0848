import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { DetailLink } from '#kit/web/detail/detail-link.tsx'
import { errorsOf, fieldsOf, type SensorDraft } from '../draft/draft.ts'
import { useTableActions } from './actions.ts'
import { useFieldWords } from './use-field-words.ts'

interface SensorCardProps {
  readonly sensor: Sensor
  readonly entry: SensorDraft | undefined
  readonly device: string
}

/** A line of the table where the screen is narrow: opens all fields of the sensor. */
export function SensorCard({ sensor, entry, device }: SensorCardProps) {
  const { openSensor } = useTableActions()
  const words = useFieldWords()
  const translate = useTranslations('sensors.configuration')
  const isWrong = entry !== undefined && Object.keys(errorsOf(entry)).length > 0
  const changed = entry ? fieldsOf(entry).length : 0
  return (
    <div className="config-card" data-wrong={isWrong ? '' : undefined}>
      <button type="button" onClick={() => openSensor(sensor)}>
        <b>{sensor.alias}</b>
        {sensor.isNew && <span className="config-new">{translate('new')}</span>}
        <small>
          {device} · {words.value('type', sensor.type)}
          {sensor.unit === '' ? '' : ` · ${sensor.unit}`}
        </small>
        {changed > 0 && <small>{translate('changedFields', { count: changed })}</small>}
      </button>
      <DetailLink sensor={sensor} className="link">
        {sensor.key}
      </DetailLink>
    </div>
  )
}
