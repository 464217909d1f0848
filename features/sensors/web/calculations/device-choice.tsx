import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useChoices } from '#kit/web/calls/use-choices.ts'

const listed = 50

interface DeviceChoiceProps {
  readonly id: string
  readonly thing: string | null
  readonly isDisabled: boolean
  readonly onChange: (thing: string) => void
}

/** The device that a calculated sensor belongs to. */
export function DeviceChoice({ id, thing, isDisabled, onChange }: DeviceChoiceProps) {
  const translate = useTranslations('sensors.calculations')
  const common = useTranslations('common')
  const [typed, setTyped] = useState('')
  const find = useDebounced(typed)
  const devices = useQuery({
    ...queryOf(listDevices, { body: { find, page: 1, limit: listed } }),
    meta: { quiet: true },
  })
  const choices = useChoices(devices, common('noDevice'))
  const found = devices.data?.data ?? []
  return (
    <Select<string>
      id={id}
      placeholder={translate('chooseDevice')}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      {...choices}
      disabled={isDisabled}
      value={thing}
      onChange={onChange}
      options={found.map(({ lesiId, name }) => ({
        value: lesiId,
        label: name === lesiId ? lesiId : `${name} (${lesiId})`,
      }))}
    />
  )
}
