import { queryOptions } from '@tanstack/react-query'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { listPermissions } from '#features/accounts/contract/roles.ts'

/** Every permission that can be given. The screen shows failures. */
export const permissionsQuery = queryOptions({
  ...queryOf(listPermissions, {}),
  select: replyData,
  meta: { quiet: true },
})
