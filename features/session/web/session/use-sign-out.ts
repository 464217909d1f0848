import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { signOut } from '#features/accounts/contract/sign-in.ts'

/** Names the sign-out that is under way, for whoever sees its effects before its answer. */
export const signOutKey = ['sign-out'] as const

/** Ends the session on the server. A session that the server no longer has has ended too. */
export function useSignOut(onSignedOut: () => void) {
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      try {
        await call(signOut, {})
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'unauthenticated')) throw error
      }
    },
    onSuccess: onSignedOut,
  })
}
