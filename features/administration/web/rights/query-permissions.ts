import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { listPermissions } from '#features/accounts/contract/roles.ts'

/** Every permission that can be given. The screen tells a failure. */
export const permissionsQuery = queryOptions({
  queryKey: ['administration', 'permissions'],
  queryFn: async ({ signal }) => (await call(listPermissions, {}, { signal })).data,
  meta: { quiet: true },
})
