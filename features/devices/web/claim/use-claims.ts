import { useQueryClient } from '@tanstack/react-query'
import { claimDevice, issueClaimCode, withdrawClaimCode } from '#features/devices/contract/claim.ts'
import { readDevice } from '#features/devices/contract/registry.ts'
import type { RouteCall } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { useDeviceChange } from '../device/use-device-change.ts'

/** Makes the person the parent account of a device. The form shows failures. */
export function useClaimDevice() {
  return useDeviceChange(
    async (body: RouteCall<typeof claimDevice>['body']) => ({
      device: (await call(claimDevice, { body })).data,
    }),
    { isQuiet: true },
  )
}

/** A new claim code, with the days that it gives. The form shows failures. */
export function useIssueClaimCode(lesiId: string) {
  return useDeviceChange(
    async (body: RouteCall<typeof issueClaimCode>['body']) =>
      (await call(issueClaimCode, { params: { lesiId }, body })).data,
    { isQuiet: true },
  )
}

/** The device can no longer be claimed. */
export function useWithdrawClaimCode(lesiId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(withdrawClaimCode, { params: { lesiId } }),
    onSuccess: () => void invalidate(client, readDevice),
  })
}
