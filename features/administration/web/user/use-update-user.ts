import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import type { RouteCall } from '#kit/model/route.ts'
import { updateUser } from '#features/accounts/contract/users.ts'
import { userQuery } from './query-user.ts'

type UserChange = RouteCall<typeof updateUser>['body']

/** Saves an account. The form tells a failure. */
export function useUpdateUser(id: number) {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (change: UserChange) =>
      (await call(updateUser, { params: { id }, body: change })).data,
    onSuccess: (user) => {
      client.setQueryData(userQuery(id).queryKey, user)
      return client.invalidateQueries({ queryKey: ['administration'] })
    },
  })
}
