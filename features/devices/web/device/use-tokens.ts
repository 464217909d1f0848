import { revokeToken, rotateToken } from '#features/devices/contract/registry.ts'
import { call } from '#kit/web/calls/call.ts'
import { useDeviceChange } from './use-device-change.ts'

/** A new token in place of the one before. */
export function useRotateToken() {
  return useDeviceChange(
    async (lesiId: string) => (await call(rotateToken, { params: { lesiId } })).data,
    { isQuiet: false },
  )
}

/** No token is valid from then on. */
export function useRevokeToken() {
  return useDeviceChange(
    async (lesiId: string) => ({
      device: (await call(revokeToken, { params: { lesiId } })).data,
    }),
    { isQuiet: false },
  )
}
