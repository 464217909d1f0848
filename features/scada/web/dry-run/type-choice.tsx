import { useNavigate } from '@tanstack/react-router'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { sensorTypes, type SensorType } from '#kit/model/sensor.ts'

const every = 'every'

/** Leads to the address of one type, or of all. */
export function TypeChoice({ type }: { readonly type: SensorType | null }) {
  const translate = useTranslations('scada.lambda')
  const types = useTranslations('scada.types')
  const navigate = useNavigate()
  return (
    <Select<SensorType | typeof every>
      className="dry-run-type"
      aria-label={translate('type')}
      value={type ?? every}
      onChange={(chosen) =>
        void navigate({ to: chosen === every ? '/scada/lambda' : `/scada/lambda/type/${chosen}` })
      }
      options={[
        { value: every, label: translate('everyType') },
        ...sensorTypes.map((each) => ({ value: each, label: types(each) })),
      ]}
    />
  )
}
