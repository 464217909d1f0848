import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { removeUser } from '#features/accounts/contract/users.ts'
import { userQuery } from './query-user.ts'

/** Removes an account for good. The screen tells a failure. */
export function useRemoveUser() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (id: number) => call(removeUser, { params: { id } }),
    onSuccess: (_nothing, id) => {
      client.removeQueries({ queryKey: userQuery(id).queryKey })
      void client.invalidateQueries({ queryKey: ['administration', 'users', 'list'] })
      void client.invalidateQueries({ queryKey: ['administration', 'roles'] })
    },
  })
}
