import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { endOtherSessions, listOwnSessions } from '#features/accounts/contract/profile.ts'

/** Signs out every browser of the person but this one; gives how many that were. */
export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(endOtherSessions, {})).data.ended,
    onSettled: () => invalidate(client, listOwnSessions),
  })
}
