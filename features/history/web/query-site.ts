import { useQuery } from '@tanstack/react-query'
import { siteInfo } from '#features/accounts/contract/sign-in.ts'
import { fetchedOnce, queryOf } from '#kit/web/calls/query-of.ts'

/** The site's zone (IANA name); undefined until it is fetched. */
export function useSiteZone(): string | undefined {
  return useQuery({ ...queryOf(siteInfo, {}), ...fetchedOnce }).data?.data.timezone
}
