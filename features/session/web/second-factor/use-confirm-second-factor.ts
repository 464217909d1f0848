import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { confirmSecondFactor } from '#features/accounts/contract/profile.ts'
import { ownSessionsQuery } from '../own-sessions/query-own-sessions.ts'
import { profileQuery } from '../profile/query-profile.ts'

/**
 * Switches the second step on with a code of the authenticator, which ends the person's other
 * sessions; gives the recovery codes. The dialog tells a failure.
 */
export function useConfirmSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0,
    meta: { quiet: true },
    mutationFn: async (code: string) =>
      (await call(confirmSecondFactor, { body: { code } })).data.recoveryCodes,
    onSuccess: () =>
      Promise.all(
        [profileQuery, ownSessionsQuery].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
