import { useQuery } from '@tanstack/react-query'
import { listThings } from '#features/devices/contract/routes.ts'
import { call } from '#kit/web/call.ts'

/** Devices that the person may see. */
export function useThings() {
  return useQuery({
    queryKey: ['things'],
    queryFn: async ({ signal }) => (await call(listThings, {}, { signal })).data,
    meta: { quiet: true },
  })
}
