import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { setUpSecondFactor } from '#features/accounts/contract/profile.ts'

/**
 * Asks for a new secret for an authenticator; it counts once a code of it was confirmed. The dialog
 * shows failures.
 */
export function useSetUpSecondFactor() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (password: string) =>
      (await call(setUpSecondFactor, { body: { password } })).data,
  })
}
