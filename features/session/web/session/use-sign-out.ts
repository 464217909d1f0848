import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { signOut } from '#features/accounts/contract/sign-in.ts'

const signOutKey = ['sign-out'] as const

/** Whether a sign-out is under way, for whoever sees its effects before its answer. */
export const isSigningOut = (client: QueryClient): boolean =>
  client.isMutating({ mutationKey: signOutKey }) > 0

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
