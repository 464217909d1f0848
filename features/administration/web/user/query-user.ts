import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { readUser } from '#features/accounts/contract/users.ts'

/** One account. The screen tells a failure. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['administration', 'users', id],
    queryFn: async ({ signal }) => (await call(readUser, { params: { id } }, { signal })).data,
    meta: { quiet: true },
  })
