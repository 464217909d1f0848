import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { disableUser } from '#features/accounts/contract/users.ts'
import { userQuery } from './query-user.ts'

/** Keeps a person out and ends all of their sessions. The screen tells a failure. */
export function useDisableUser() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (id: number) => (await call(disableUser, { params: { id } })).data,
    onSuccess: (user) => {
      client.setQueryData(userQuery(user.id).queryKey, user)
      return client.invalidateQueries({ queryKey: ['administration'] })
    },
  })
}
