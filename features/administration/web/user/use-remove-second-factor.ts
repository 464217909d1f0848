import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { removeSecondFactor } from '#features/accounts/contract/users.ts'
import { userQuery } from './query-user.ts'

/** Switches the second step of a person off who lost it. */
export function useRemoveSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => (await call(removeSecondFactor, { params: { id } })).data,
    onSuccess: (user) => {
      client.setQueryData(userQuery(user.id).queryKey, user)
      return client.invalidateQueries({ queryKey: ['administration'] })
    },
  })
}
