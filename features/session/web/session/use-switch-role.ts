import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { queriesExcept } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { listOwnSessions, readProfile } from '#features/accounts/contract/profile.ts'
import {
  currentUser,
  siteInfo,
  switchRole,
  type SessionUser,
} from '#features/accounts/contract/sign-in.ts'
import { refreshSession, sessionQuery, sessionUser } from './use-session.ts'

/**
 * Takes one role for this session, or with null all of one's own again; everything fetched with
 * other rights is fetched again.
 */
export function useSwitchRole() {
  const client = useQueryClient()
  return useMutation({ mutationFn: (role: string | null) => takeRole(client, role) })
}

/** The same; the person with the roles of now, undefined when nobody is signed in any more. */
export async function takeRole(
  client: QueryClient,
  role: string | null,
): Promise<SessionUser | undefined> {
  const { queryKey } = sessionQuery
  const stored = () => client.getQueryState(queryKey)?.dataUpdateCount
  const storedBefore = stored()
  const reply = await call(switchRole, { body: { role } })
  const take = () => client.setQueryData(queryKey, (before) => before && reply)
  // What was fetched meanwhile may be newer than this answer, or older: the newest is asked for.
  if (stored() === storedBefore) take()
  else if (sessionUser(client) !== undefined) await refreshSession(client).catch(take)
  void client.resetQueries(queriesExcept(siteInfo, currentUser, readProfile, listOwnSessions))
  return sessionUser(client)
}
