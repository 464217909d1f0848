import { call } from '#kit/web/calls/call.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { createResetLink } from '#features/accounts/contract/users.ts'

/**
 * Makes a one-time link with which a person chooses a new password. Stored nowhere: it is shown
 * once.
 */
export function useResetLink() {
  return useMutation({
    mutationFn: async (id: number) => (await call(createResetLink, { params: { id } })).data,
  })
}
