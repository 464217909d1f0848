import { useQuery } from '@tanstack/react-query'
import { listSensors } from '#features/sensors/contract/routes.ts'
import { call } from '#kit/web/call.ts'

/** Sensors of every device that the person may see. */
export function useSensors() {
  return useQuery({
    queryKey: ['sensors'],
    queryFn: async ({ signal }) => (await call(listSensors, {}, { signal })).data,
    meta: { quiet: true },
  })
}
