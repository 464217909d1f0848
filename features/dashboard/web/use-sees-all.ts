import { useQuery } from '@tanstack/react-query'
import { currentUser, type SessionUser } from '#features/accounts/contract/sign-in.ts'
import { call } from '#kit/web/calls/call.ts'

/**
 * Whether the person acts as administrator, who sees every device. Shares its place in the cache
 * with the rest of the application.
 */
export function useSeesAll(): boolean {
  const user = useQuery({
    queryKey: ['session', 'user'],
    queryFn: async ({ signal }): Promise<SessionUser> =>
      (await call(currentUser, {}, { signal })).data,
    staleTime: Infinity,
    gcTime: Infinity,
    meta: { quiet: true },
  })
  return user.data?.roles.includes('admin') ?? false
}
