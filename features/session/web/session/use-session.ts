import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { currentUser, type SessionUser } from '#features/accounts/contract/sign-in.ts'
import { markSignedOut } from './session-marker.ts'

/** Why the guard turned somebody away although the call itself succeeded. */
export class SessionProblem extends Error {
  readonly kind: 'verificationFailed' | 'rolesMissing'

  constructor(kind: 'verificationFailed' | 'rolesMissing') {
    super(kind)
    this.name = 'SessionProblem'
    this.kind = kind
  }
}

/** The signed-in person. The guard tells its failures. */
export const sessionQuery = queryOptions({
  queryKey: ['session', 'user'],
  queryFn: async ({ signal }): Promise<SessionUser> => {
    const reply = await call(currentUser, {}, { signal })
    if (!reply?.data) throw new SessionProblem('verificationFailed')
    if (reply.data.roles.length === 0) throw new SessionProblem('rolesMissing')
    return reply.data
  },
  staleTime: Infinity,
  gcTime: Infinity,
  meta: { quiet: true },
})

/** The signed-in person, or undefined on public pages. */
export function useSession(): SessionUser | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data
}

/** Forgets the person and everything that was fetched for them, without a call to the server. */
export function resetSession(client: QueryClient): void {
  markSignedOut()
  void client.cancelQueries()
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'site' })
}
