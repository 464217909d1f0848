import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listRoles } from '#features/accounts/contract/roles.ts'
import { listUsers, removeUser } from '#features/accounts/contract/users.ts'
import { userQuery } from './query-user.ts'

/** Removes an account for good. The screen shows failures. */
export function useRemoveUser() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (id: number) => call(removeUser, { params: { id } }),
    onSuccess: (_reply, id) => {
      client.removeQueries(userQuery(id))
      void invalidate(client, listUsers, listRoles)
    },
  })
}
