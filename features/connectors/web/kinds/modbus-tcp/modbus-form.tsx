import { useTranslations } from 'use-intl'
import { NumberField, TextField } from '../../form/fields.tsx'
import type { KindForm } from '../../kind-form.ts'
import { Found } from './found.tsx'
import { GroupsField } from './groups-field.tsx'
import { PointsField } from './points/points-field.tsx'

const second = 1_000

function Fields() {
  const translate = useTranslations('connectors.kinds.modbus-tcp')
  const units = useTranslations('common.units')
  return (
    <>
      <div className="connector-pair">
        <TextField name="host" label={translate('host')} maximum={253} />
        <NumberField name="port" label={translate('port')} />
        <NumberField
          name="timeoutMs"
          label={translate('timeout')}
          factor={second}
          unit={units('second')}
        />
      </div>
      <GroupsField />
      <PointsField />
    </>
  )
}

export default {
  initial: (duration) => ({
    ...{ host: '', port: 502, timeoutMs: 3 * second },
    ...{ groups: [{ name: duration(second), intervalMs: second }], points: [] },
  }),
  Fields,
  Found,
} satisfies KindForm
