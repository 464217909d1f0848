import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { listRoles, type RoleDetail } from '#features/accounts/contract/roles.ts'

/** Every role with what it may do. The screen shows failures. */
export const rolesQuery = queryOptions({
  ...queryOf(listRoles, {}),
  select: replyData,
  meta: { quiet: true },
})

/**
 * Puts what a change of a role was answered with into the list, unless that was fetched since and
 * holds a later change.
 */
export function putRole(client: QueryClient, answered: RoleDetail): void {
  const newest = (role: RoleDetail) =>
    role.name === answered.name && role.version <= answered.version ? answered : role
  client.setQueryData(
    rolesQuery.queryKey,
    (roles) => roles && { data: roles.data.map((role) => newest(role)) },
  )
}
