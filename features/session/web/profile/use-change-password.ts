import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { changePassword, listOwnSessions } from '#features/accounts/contract/profile.ts'

/** Changes the own password, which ends the other sessions. The form shows failures. */
export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (passwords: { readonly current: string; readonly next: string }) =>
      call(changePassword, { body: passwords }),
    onSuccess: () => invalidate(client, listOwnSessions),
  })
}
