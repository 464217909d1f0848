import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDebounced } from '#kit/web/browser/use-debounced.ts'
import { useChoices } from '#kit/web/calls/use-choices.ts'
import { devicesQuery } from '../registry/query-devices.ts'

interface DeviceChoiceProps {
  readonly lesiId: string | null
  readonly onChoose: (lesiId: string | null) => void
}

const searchDelayMs = 300

/** One of the person's devices, found on the server by a part of its names. */
export function DeviceChoice({ lesiId, onChoose }: DeviceChoiceProps) {
  const translate = useTranslations('devices.clipboard')
  const common = useTranslations('common')
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, searchDelayMs)
  const list = { search, state: null, sort: 'name', order: 'asc', page: 1, limit: 20 } as const
  const devices = useQuery({ ...devicesQuery(list), refetchInterval: false })
  const choices = useChoices(devices, common('noDevice'))
  const options = useMemo(
    () =>
      devices.data?.data.map((found) => ({
        value: found.lesiId,
        label: `${found.name} (${found.lesiId})`,
      })) ?? [],
    [devices.data],
  )
  return (
    <Select<string | null>
      className="clipboard-device"
      aria-label={translate('device')}
      placeholder={translate('device')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={lesiId}
      options={options}
      {...choices}
      onChange={onChoose}
    />
  )
}
