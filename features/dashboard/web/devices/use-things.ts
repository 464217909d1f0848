import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listThings, type Thing } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'

/** Of a longer list the online count comes from the server, this often. */
const refreshMs = 30_000

const things = (ids: readonly number[] | null) =>
  queryOptions({
    ...queryOf(listThings, { body: ids === null ? {} : { ids: [...ids] } }),
    select: deviceListOf,
    refetchInterval: ({ state: { data } }) =>
      data && data.meta.total > data.data.length ? refreshMs : false,
    meta: { quiet: true },
  })

/** The first devices that the person may see, with figures of all of them. */
export const useThings = () => useQuery(things(null))

/** The devices of these sensors: of those listed, and fetched where they are not among them. */
export function useThingsOf(
  sensors: readonly Sensor[],
  listed: readonly Thing[],
): readonly Thing[] {
  const missing = useMemo(() => {
    const known = new Set(listed.map(({ id }) => id))
    return [...new Set(sensors.map(({ deviceId }) => deviceId))].filter((id) => !known.has(id))
  }, [sensors, listed])
  const fetched = useQuery({ ...things(missing), enabled: missing.length > 0 }).data?.devices
  return useMemo(
    () => (fetched && missing.length > 0 ? [...listed, ...fetched] : listed),
    [listed, missing, fetched],
  )
}
