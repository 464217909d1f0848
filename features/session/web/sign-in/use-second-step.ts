import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { signInSecondFactor } from '#features/accounts/contract/sign-in.ts'
import { markSignedIn } from '../session/session-marker.ts'
import { sessionQuery } from '../session/use-session.ts'

/**
 * What a person proves the second step with: the six digits of an authenticator, or one of the
 * recovery codes.
 */
type Proof = { readonly code: string } | { readonly recoveryCode: string }

/**
 * Finishes a sign-in whose password was right, and stores who it is. The form itself shows
 * failures.
 */
export function useSecondStep(ticket: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (proof: Proof) =>
      (await call(signInSecondFactor, { body: { ticket, ...proof } })).data,
    onSuccess: (user) => {
      markSignedIn()
      client.setQueryData(sessionQuery.queryKey, { data: user })
    },
  })
}
