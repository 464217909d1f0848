import { useQuery } from '@tanstack/react-query'
import { currentUser, type SessionUser } from '#features/accounts/contract/sign-in.ts'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'

/** The person who is signed in, with the role that counts; undefined while it is not known. */
export function usePerson(): SessionUser | undefined {
  const query = { ...queryOf(currentUser, {}), ...fetchedOnce, meta: { quiet: true } }
  return useQuery({ ...query, select: replyData }).data
}
