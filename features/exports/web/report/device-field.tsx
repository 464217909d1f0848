import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useChoices } from '#kit/web/calls/use-choices.ts'
import type { ChosenSensor } from '../form/draft.ts'
import { chosenOf, useDeviceNames } from '../form/sensors-field.tsx'

interface DeviceFieldProps {
  readonly maximum: number
  /** What was chosen may be another by then: they are added to that. */
  readonly onFound: (sensors: readonly ChosenSensor[]) => void
}

/** Adds all sensors of a device to those that were chosen. */
export function DeviceField({ maximum, onFound }: DeviceFieldProps) {
  const translate = useTranslations('exports.report')
  const common = useTranslations('common')
  const { nameOf } = useDeviceNames()
  const client = useQueryClient()
  const devices = useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: replyData,
    meta: { quiet: true },
  })
  const choices = useChoices(devices, common('noDevice'))
  const add = (device: string) =>
    client
      .fetchQuery({
        ...queryOf(listSensors, { query: { device, page: 1, limit: maximum } }),
        meta: { quiet: false },
      })
      .then(({ data }) => onFound(data.map((sensor) => chosenOf(sensor, nameOf))))
      // A message says so already.
      .catch(() => {})
  return (
    <div className="export-row">
      <span aria-hidden="true">{translate('device')}</span>
      <Select<string | null>
        aria-label={translate('device')}
        placeholder={translate('addDevice')}
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        {...choices}
        onChange={(device) => {
          if (device !== null) void add(device)
        }}
        options={(devices.data ?? []).map(({ lesiId, name }) => ({ value: lesiId, label: name }))}
      />
    </div>
  )
}
