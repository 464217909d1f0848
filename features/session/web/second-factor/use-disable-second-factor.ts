import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { disableSecondFactor, readProfile } from '#features/accounts/contract/profile.ts'

/** Switches the second step off. The dialog shows failures. */
export function useDisableSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (password: string) => call(disableSecondFactor, { body: { password } }),
    onSuccess: () => invalidate(client, readProfile),
  })
}
