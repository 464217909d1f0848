import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { readUser, type User } from '#features/accounts/contract/users.ts'

/** One account. The screen shows failures. */
export const userQuery = (id: number) =>
  queryOptions({
    ...queryOf(readUser, { params: { id } }),
    select: replyData,
    meta: { quiet: true },
  })

/**
 * Puts what a change of an account was answered with in the place of what was fetched, unless that
 * holds a later change.
 */
export function putUser(client: QueryClient, answered: User): void {
  client.setQueryData(userQuery(answered.id).queryKey, (present) =>
    present && present.data.version > answered.version ? present : { data: answered },
  )
}
