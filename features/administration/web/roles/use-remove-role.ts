import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { removeRole } from '#features/accounts/contract/roles.ts'
import { rolesQuery } from '../rights/query-roles.ts'

/** Removes a role that nobody holds. */
export function useRemoveRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(removeRole, { params: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: rolesQuery.queryKey }),
  })
}
