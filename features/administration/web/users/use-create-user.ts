import { useQueryClient } from '@tanstack/react-query'
import type { RouteCall } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listRoles } from '#features/accounts/contract/roles.ts'
import { createUser, listUsers } from '#features/accounts/contract/users.ts'

type NewUser = RouteCall<typeof createUser>['body']

/** Adds an account. The form shows failures. */
export function useCreateUser() {
  const client = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (user: NewUser) => (await call(createUser, { body: user })).data,
    onSuccess: () => invalidate(client, listUsers, listRoles),
  })
}
