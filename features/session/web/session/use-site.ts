import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { siteInfo } from '#features/accounts/contract/sign-in.ts'

/**
 * Name, zone and version of the site; demo accounts while demo data is on. Known to everybody,
 * signed in or not.
 */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call(siteInfo, {}, { signal })).data,
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The site, or undefined until it is known. */
export function useSite() {
  return useQuery(siteQuery).data
}
