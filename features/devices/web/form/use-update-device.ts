import { updateDevice } from '#features/devices/contract/registry.ts'
import type { RouteCall } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { useDeviceChange } from '../device/use-device-change.ts'

type DeviceEdit = RouteCall<typeof updateDevice>['body']

/** Saves what is written about a device. The form shows failures. */
export function useUpdateDevice(lesiId: string) {
  return useDeviceChange(
    async (edit: DeviceEdit) => ({
      device: (await call(updateDevice, { params: { lesiId }, body: edit })).data,
    }),
    { isQuiet: true },
  )
}
