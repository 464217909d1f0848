import { revokeToken, rotateToken } from '#features/devices/contract/device-tokens.ts'
import { call } from '#kit/web/calls/call.ts'
import { useDeviceChange } from './use-device-change.ts'

interface Rotation {
  readonly lesiId: string
  /** For so long the token before holds too. */
  readonly overlapSeconds?: number
}

/** A new token in place of the one before. */
export function useRotateToken() {
  return useDeviceChange(
    async ({ lesiId, overlapSeconds = 0 }: Rotation) =>
      (await call(rotateToken, { params: { lesiId }, body: { overlapSeconds } })).data,
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
