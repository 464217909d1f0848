import { useQuery } from '@tanstack/react-query'
import { listDevices } from '#features/devices/contract/routes.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { deviceListOf } from '#kit/web/catalogue/lists.ts'

/** Devices that the person may see, at most a thousand of them. */
export function useDevices() {
  return useQuery({
    ...queryOf(listDevices, { body: {} }),
    select: deviceListOf,
    meta: { quiet: true },
  })
}
