import { queryOptions } from '@tanstack/react-query'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { listOwnSessions } from '#features/accounts/contract/profile.ts'

/** Where the person is signed in. The screen shows failures. */
export const ownSessionsQuery = queryOptions({
  ...queryOf(listOwnSessions, {}),
  select: replyData,
  staleTime: 0,
  meta: { quiet: true },
})
