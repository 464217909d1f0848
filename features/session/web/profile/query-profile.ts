import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { readProfile } from '#features/accounts/contract/profile.ts'

/** The own account. The screen tells a failure. */
export const profileQuery = queryOptions({
  queryKey: ['session', 'profile'],
  queryFn: async ({ signal }) => (await call(readProfile, {}, { signal })).data,
  meta: { quiet: true },
})
