import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#kit/web/call.ts'
import { signOut } from '../contract/routes.ts'

/** Ends the session on the server. A session that the server no longer knows has ended too. */
export function useSignOut(onSignedOut: () => void) {
  return useMutation({
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
