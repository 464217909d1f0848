import { useQuery } from '@tanstack/react-query'
import { listThings, type Thing } from '#features/devices/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { deviceListKey, type DeviceListData } from '#kit/web/catalogue/lists.ts'

/** Devices that the person may see, at most a thousand of them. */
export function useThings() {
  return useQuery({
    queryKey: deviceListKey,
    queryFn: async ({ signal }): Promise<DeviceListData<Thing>> => {
      const { data, meta } = await call(listThings, { body: {} }, { signal })
      return { devices: data, ...meta }
    },
    meta: { quiet: true },
  })
}
