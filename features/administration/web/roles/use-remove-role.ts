import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listRoles, removeRole } from '#features/accounts/contract/roles.ts'

/** Removes a role that nobody holds. */
export function useRemoveRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(removeRole, { params: { name } }),
    onSettled: () => invalidate(client, listRoles),
  })
}
