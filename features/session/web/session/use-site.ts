import { queryOptions, useQuery } from '@tanstack/react-query'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { siteInfo } from '#features/accounts/contract/sign-in.ts'

/** Without the site no page has its zone: it is asked for again until it is there. */
const askAgainMs = 5_000

/**
 * Name, zone and version of the site; demo accounts while demo data is on. The same for everybody,
 * signed in or not.
 */
export const siteQuery = queryOptions({
  ...queryOf(siteInfo, {}),
  ...fetchedOnce,
  refetchInterval: ({ state: { data } }) => (data === undefined ? askAgainMs : false),
  select: replyData,
})

/** The site, or undefined until it is fetched. */
export function useSite() {
  return useQuery(siteQuery).data
}
