import { useQuery } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { listDevices } from '#features/devices/contract/routes.ts'
import { maximumPageSize } from '#kit/model/sensor-filter.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'
import { DeviceNamesContext } from '#kit/web/widgets/device-names-context.ts'

/** Names of the sensors' devices by LESI ID; a device whose name is not known has its LESI ID. */
export function useDeviceNames(sensors: readonly Sensor[]): (lesiId: string) => string {
  const fromContext = useContext(DeviceNamesContext)
  const ids = useMemo(() => {
    const all = new Set(sensors.map(({ deviceId }) => deviceId))
    return [...all].toSorted((one, other) => one - other).slice(0, maximumPageSize)
  }, [sensors])
  const { data } = useQuery({
    ...queryOf(listDevices, { body: { ids, limit: maximumPageSize } }),
    select: deviceListOf,
    enabled: fromContext === null && ids.length > 0,
    meta: { quiet: true },
  })
  return useMemo(() => {
    const names = fromContext ?? new Map(data?.devices.map(({ lesiId, name }) => [lesiId, name]))
    return (lesiId) => names.get(lesiId) ?? lesiId
  }, [fromContext, data])
}
