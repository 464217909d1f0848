import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { sensorTypes, type SensorType } from '#kit/model/sensor.ts'

const every = 'every'

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
    <Select<SensorType | typeof every>
      className="dry-run-type"
      aria-label={translate('type')}
      value={type ?? every}
      onChange={(chosen) => onChange(chosen === every ? null : chosen)}
      options={[
        { value: every, label: translate('everyType') },
        ...sensorTypes.map((each) => ({ value: each, label: types(each) })),
      ]}
    />
  )
}
