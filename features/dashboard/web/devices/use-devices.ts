import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listDevices, type Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'

/** Of a longer list the online count comes from the server, this often. */
const refreshMs = 30_000

export const devicesQuery = (ids: readonly number[] | null) =>
  queryOptions({
    ...queryOf(listDevices, { body: ids === null ? {} : { ids: [...ids] } }),
    select: deviceListOf,
    refetchInterval: ({ state: { data } }) =>
      data && data.meta.total > data.data.length ? refreshMs : false,
    meta: { quiet: true },
  })

/** The first devices that the person may see, with figures of all of them. */
export const useDevices = () => useQuery(devicesQuery(null))

/** The devices of these sensors: of those listed, and fetched where they are not among them. */
export function useDevicesOf(
  sensors: readonly Sensor[],
  listed: readonly Device[],
): readonly Device[] {
  const missing = useMemo(() => {
    const listedIds = new Set(listed.map(({ id }) => id))
    return [...new Set(sensors.map(({ deviceId }) => deviceId))].filter((id) => !listedIds.has(id))
  }, [sensors, listed])
  const fetched = useQuery({ ...devicesQuery(missing), enabled: missing.length > 0 }).data?.devices
  return useMemo(
    () => (fetched && missing.length > 0 ? [...listed, ...fetched] : listed),
    [listed, missing, fetched],
  )
}
