import { queryOptions } from '@tanstack/react-query'
import { queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { readProfile } from '#features/accounts/contract/profile.ts'

/** The own account. The screen shows failures. */
export const profileQuery = queryOptions({
  ...queryOf(readProfile, {}),
  select: replyData,
  meta: { quiet: true },
})
