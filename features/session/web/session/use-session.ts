import { queryOptions, useQuery, type Mutation, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { fetchedOnce, queriesExcept, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { currentUser, siteInfo, type SessionUser } from '#features/accounts/contract/sign-in.ts'
import { markSignedOut } from './session-marker.ts'

type ProblemKind = 'verificationFailed' | 'rolesMissing'

/** Why the guard turns somebody away although the call itself succeeded. */
export class SessionProblem extends Error {
  readonly kind: ProblemKind

  constructor(kind: ProblemKind) {
    super(kind)
    this.name = 'SessionProblem'
    this.kind = kind
  }
}

/** What is wrong with the answer about the person; null for another failure. */
export function sessionProblem(error: unknown): ProblemKind | null {
  if (error instanceof ApiError && error.code === 'empty') return 'verificationFailed'
  return error instanceof SessionProblem ? error.kind : null
}

/** The signed-in person. The guard shows its failures. */
export const sessionQuery = queryOptions({
  ...queryOf(currentUser, {}),
  ...fetchedOnce,
  select: replyData,
  meta: { quiet: true },
})

/** The signed-in person, or undefined on public pages. */
export function useSession(): SessionUser | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data
}

/** The signed-in person as fetched last; undefined without one, and where nobody was answered. */
export function sessionUser(client: QueryClient): SessionUser | undefined {
  return (
    client.getQueryData<{ data?: SessionUser | null }>(sessionQuery.queryKey)?.data ?? undefined
  )
}

/**
 * Fetches the signed-in person unless that was done before. Throws `SessionProblem` for an answer
 * that nobody can work with.
 */
export async function ensureSessionUser(client: QueryClient): Promise<SessionUser> {
  // What answers may be a proxy, without any contract.
  const reply: { readonly data?: Answered } | undefined = await client.ensureQueryData(sessionQuery)
  if (!reply?.data) throw new SessionProblem('verificationFailed')
  if (!isWithRoles(reply.data)) throw new SessionProblem('rolesMissing')
  return reply.data
}

type Answered = Omit<SessionUser, 'roles'> & { readonly roles?: SessionUser['roles'] | null }

function isWithRoles(person: Answered): person is SessionUser {
  return Array.isArray(person.roles) && person.roles.length > 0
}

/** How often was asked who is signed in: the answer to any but the last question is of before. */
let asked = 0

/**
 * Fetches the signed-in person once more: what they may do has changed. Whether it is still the
 * same person: otherwise somebody else has signed in with this browser, and nothing is changed.
 * Rejects when that fails; the session stays as it was, and no guard finds a failure.
 */
export async function refreshSession(client: QueryClient): Promise<boolean> {
  const { queryKey } = sessionQuery
  const own = ++asked
  const stored = () => client.getQueryState(queryKey)?.dataUpdateCount
  const storedBefore = stored()
  const reply = await client.fetchQuery({
    // No part of an earlier question, whose answer may be of before.
    queryKey: ['refreshed session', own],
    queryFn: () => call(currentUser, {}),
    ...{ staleTime: 0, gcTime: 0, meta: { quiet: true } },
  })
  if (own !== asked) return true
  const person = sessionUser(client)
  const isOvertaken = storedBefore !== undefined && stored() !== storedBefore
  // A role that was switched or a profile that was saved meanwhile: the answer may be of before.
  if (isOvertaken && person !== undefined) return refreshSession(client)
  if (person !== undefined && reply.data.id !== person.id) return false
  client.setQueryData(queryKey, (before) => before && reply)
  return true
}

const isSettled = ({ state }: Mutation) => state.status !== 'pending'

/** Removes the person and everything that was fetched for them, without a call to the server. */
export function resetSession(client: QueryClient): void {
  markSignedOut()
  void client.cancelQueries()
  client.removeQueries(queriesExcept(siteInfo))
  const changes = client.getMutationCache()
  // One that is under way removes itself; the sign-out is looked for until it is answered.
  for (const change of changes.findAll({ predicate: isSettled })) changes.remove(change)
}
