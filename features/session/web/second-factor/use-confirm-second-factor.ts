import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import {
  confirmSecondFactor,
  listOwnSessions,
  readProfile,
} from '#features/accounts/contract/profile.ts'

/**
 * Switches the second step on with a code of the authenticator, which ends the person's other
 * sessions; gives the recovery codes. The dialog shows failures.
 */
export function useConfirmSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (code: string) =>
      (await call(confirmSecondFactor, { body: { code } })).data.recoveryCodes,
    onSuccess: () => invalidate(client, readProfile, listOwnSessions),
  })
}
