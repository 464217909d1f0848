import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { enableUser } from '#features/accounts/contract/users.ts'
import { userQuery } from './query-user.ts'

/** Lets a disabled person in again. */
export function useEnableUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(enableUser, { params: { id } })).data,
    onSuccess: (user) => {
      client.setQueryData(userQuery(user.id).queryKey, user)
      return client.invalidateQueries({ queryKey: ['administration'] })
    },
  })
}
