import type { RouteCall } from '#kit/model/calls/route.ts'
import { call } from '#kit/web/calls/call.ts'
import { updateUser } from '#features/accounts/contract/users.ts'
import { useAccountChange } from './use-account-change.ts'

type UserChange = RouteCall<typeof updateUser>['body']

/** Saves an account. The form shows failures. */
export function useUpdateUser(id: number) {
  return useAccountChange(
    (change: UserChange) => call(updateUser, { params: { id }, body: change }),
    { isQuiet: true },
  )
}
