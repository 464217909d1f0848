import { queryOptions, useQuery } from '@tanstack/react-query'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { call } from '#kit/web/call.ts'

export const sensorsQuery = queryOptions({
  queryKey: ['sensors'],
  queryFn: async ({ signal }) => (await call(listSensors, {}, { signal })).data,
  meta: { quiet: true },
})

/** Sensors of every device that the person may see. */
export const useSensors = () => useQuery(sensorsQuery)
