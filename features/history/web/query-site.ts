import { useQuery } from '@tanstack/react-query'
import { siteInfo } from '#features/accounts/contract/sign-in.ts'
import { call } from '#kit/web/calls/call.ts'

/**
 * The site's zone (IANA name); undefined until it is known. Shares its place in the cache with the
 * rest of the application.
 */
export function useSiteZone(): string | undefined {
  const site = useQuery({
    queryKey: ['site'],
    queryFn: async ({ signal }) => (await call(siteInfo, {}, { signal })).data,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return site.data?.timezone
}
