import { queryOptions, useQuery } from '@tanstack/react-query'
import { listThings } from '#features/devices/contract/routes.ts'
import { call } from '#kit/web/call.ts'

export const thingsQuery = queryOptions({
  queryKey: ['things'],
  queryFn: async ({ signal }) => (await call(listThings, {}, { signal })).data,
  meta: { quiet: true },
})

/** Devices that the person may see. */
export const useThings = () => useQuery(thingsQuery)
