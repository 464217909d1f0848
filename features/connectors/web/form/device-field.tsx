import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { listDevices } from '#features/devices/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'

interface DeviceFieldProps {
  readonly id: string
  readonly value: string
  readonly onChange: (lesiId: string) => void
}

/** A LESI ID, with those of the own devices to choose from. */
export function DeviceField({ id, value, onChange }: DeviceFieldProps) {
  const { data } = useQuery({
    ...queryOf(listDevices, { body: { find: value, limit: 20 } }),
    meta: { quiet: true },
  })
  const options = (data?.data ?? []).map(({ lesiId, name }) => ({
    value: lesiId,
    label: name === lesiId ? lesiId : `${lesiId} · ${name}`,
  }))
  return <AutoComplete id={id} value={value} options={options} maxLength={64} onChange={onChange} />
}
