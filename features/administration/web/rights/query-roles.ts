import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { listRoles } from '#features/accounts/contract/roles.ts'

/** Every role with what it may do. The screen tells a failure. */
export const rolesQuery = queryOptions({
  queryKey: ['administration', 'roles'],
  queryFn: async ({ signal }) => (await call(listRoles, {}, { signal })).data,
  meta: { quiet: true },
})
