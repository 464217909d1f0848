import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { listOwnSessions } from '#features/accounts/contract/profile.ts'

/** Where the person is signed in. The screen tells a failure. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['session', 'own-sessions'],
  queryFn: async ({ signal }) => (await call(listOwnSessions, {}, { signal })).data,
  staleTime: 0,
  meta: { quiet: true },
})
