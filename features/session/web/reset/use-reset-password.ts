import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { csrfCookie, resetPassword } from '#features/accounts/contract/sign-in.ts'

/** Sets the password with the token of a one-time link. The form itself shows failures. */
export function useResetPassword() {
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (choice: { readonly token: string; readonly password: string }) => {
      await call(csrfCookie, {})
      await call(resetPassword, { body: choice })
    },
  })
}
