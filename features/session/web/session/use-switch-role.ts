import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { queriesExcept } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listOwnSessions, readProfile } from '#features/accounts/contract/profile.ts'
import { currentUser, siteInfo, switchRole } from '#features/accounts/contract/sign-in.ts'
import { sessionQuery } from './use-session.ts'

/**
 * Takes one role for this session, or with null all of one's own again; everything fetched with
 * other rights is fetched again.
 */
export function useSwitchRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (role: string | null) => (await call(switchRole, { body: { role } })).data,
    onSuccess: (user) => {
      client.setQueryData(sessionQuery.queryKey, { data: user })
      void client.resetQueries(queriesExcept(siteInfo, currentUser, readProfile, listOwnSessions))
    },
  })
}
