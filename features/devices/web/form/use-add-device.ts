import { addDevice } from '#features/devices/contract/registry.ts'
import type { RouteCall } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { useDeviceChange } from '../device/use-device-change.ts'

type NewDevice = RouteCall<typeof addDevice>['body']

/** Adds a device. The form shows failures. */
export function useAddDevice() {
  return useDeviceChange(
    async (device: NewDevice) => (await call(addDevice, { body: device })).data,
    { isQuiet: true },
  )
}
