import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { siteInfo } from '#features/accounts/contract/sign-in.ts'

/**
 * Name, zone and version of the site; demo accounts while demo data is on. The same for everybody,
 * signed in or not.
 */
export const siteQuery = queryOptions({
  ...queryOf(siteInfo, {}),
  ...fetchedOnce,
  select: replyData,
})

/** The site, or undefined until it is fetched. */
export function useSite() {
  return useQuery(siteQuery).data
}
