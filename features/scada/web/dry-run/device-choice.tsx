import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useChoices } from '#kit/web/calls/use-choices.ts'

const listed = 50
const typingMs = 300

interface ChoiceProps {
  /** LESI ID; null: none. */
  readonly device: string | null
  readonly onChange: (device: string | null) => void
}

/** Whose sensors a document is tried with. */
export function DeviceChoice({ device, onChange }: ChoiceProps) {
  const translate = useTranslations('scada.lambda')
  const common = useTranslations('common')
  const [typed, setTyped] = useState('')
  const find = useDebounced(typed, typingMs)
  const devices = useQuery({
    ...queryOf(listDevices, { body: { find, page: 1, limit: listed } }),
    meta: { quiet: true },
  })
  const choices = useChoices(devices, common('noDevice'))
  const found = devices.data?.data ?? []
  return (
    <Select<string>
      className="dry-run-device"
      aria-label={translate('device')}
      placeholder={translate('anyDevice')}
      allowClear
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
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
