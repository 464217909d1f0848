import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { searched, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'
import { devicesQuery } from '../registry/query-devices.ts'

interface DeviceChoiceProps {
  readonly lesiId: string | null
  readonly onChoose: (lesiId: string | null) => void
}

/** One of the person's devices, found on the server by a part of its names. */
export function DeviceChoice({ lesiId, onChoose }: DeviceChoiceProps) {
  const translate = useTranslations('devices.clipboard')
  const common = useTranslations('common')
  const search = useSearch()
  const list = {
    search: search.find,
    state: null,
    sort: 'name',
    order: 'asc',
    page: 1,
    limit: 20,
  } as const
  const devices = useQuery({ ...devicesQuery(list), ...searched, refetchInterval: false })
  const choices = useSearchedChoices(search, devices, common('noDevice'))
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
      value={lesiId}
      options={options}
      {...choices}
      onChange={onChoose}
    />
  )
}
