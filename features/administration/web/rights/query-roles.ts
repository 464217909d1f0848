import { queryOptions } from '@tanstack/react-query'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { listRoles } from '#features/accounts/contract/roles.ts'

/** Every role with what it may do. The screen shows failures. */
export const rolesQuery = queryOptions({
  ...queryOf(listRoles, {}),
  select: replyData,
  meta: { quiet: true },
})
