import { useTranslations } from 'use-intl'
import { sensorTypes, type SensorType } from '#kit/model/sensor.ts'
import { ChoiceFilter } from '#kit/web/antd/fields/antd-choice-filter.tsx'

interface ChoiceProps {
  /** null: all. */
  readonly type: SensorType | null
  readonly onChange: (type: SensorType | null) => void
}

/** Sensors of which type a document is tried with. */
export function TypeChoice({ type, onChange }: ChoiceProps) {
  const translate = useTranslations('scada.lambda')
  const types = useTranslations('scada.types')
  return (
    <ChoiceFilter
      className="dry-run-type"
      label={translate('type')}
      chosen={type}
      everyLabel={translate('everyType')}
      choices={sensorTypes.map((value) => ({ value, label: types(value) }))}
      onChoose={onChange}
    />
  )
}
