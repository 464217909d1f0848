import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useTranslations } from 'use-intl'
import { listDevices } from '#features/devices/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { searched, useSearch, useSearchedChoices } from '#kit/web/calls/use-choices.ts'

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
  const search = useSearch()
  const devices = useQuery({
    ...queryOf(listDevices, { body: { find: search.find, page: 1, limit: listed } }),
    ...searched,
  })
  const choices = useSearchedChoices(search, devices, common('noDevice'))
  const found = devices.data?.data ?? []
  return (
    <Select<string>
      id={id}
      placeholder={translate('chooseDevice')}
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
