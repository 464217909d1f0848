import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { searched, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'

const listed = 50

interface ChoiceProps {
  /** LESI ID; null: none. */
  readonly device: string | null
  readonly onChange: (device: string | null) => void
}

/** Whose sensors a document is tried with. */
export function DeviceChoice({ device, onChange }: ChoiceProps) {
  const translate = useTranslations('scada.lambda')
  const common = useTranslations('common')
  const search = useSearch()
  const devices = useQuery({
    ...queryOf(listDevices, { body: { find: search.find, page: 1, limit: listed } }),
    ...searched,
  })
  const choices = useSearchedChoices(search, devices, common('noDevice'))
  const found = devices.data?.data ?? []
  return (
    <Select<string>
      className="dry-run-device"
      aria-label={translate('device')}
      placeholder={translate('anyDevice')}
      allowClear
      {...choices}
      value={device}
      onChange={(chosen) => onChange(chosen ?? null)}
      options={found.map(({ lesiId, name }) => ({
        value: lesiId,
        label: name === lesiId ? lesiId : `${name} (${lesiId})`,
      }))}
    />
  )
}
