import { queryOptions } from '@tanstack/react-query'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { readUser } from '#features/accounts/contract/users.ts'

/** One account. The screen shows failures. */
export const userQuery = (id: number) =>
  queryOptions({
    ...queryOf(readUser, { params: { id } }),
    select: replyData,
    meta: { quiet: true },
  })
