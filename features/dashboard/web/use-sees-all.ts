import { useQuery } from '@tanstack/react-query'
import { currentUser } from '#features/accounts/contract/sign-in.ts'
import { fetchedOnce, queryOf } from '#kit/web/calls/query-of.ts'

/** Whether the person acts as administrator, who sees every device. */
export function useSeesAll(): boolean {
  const user = useQuery({ ...queryOf(currentUser, {}), ...fetchedOnce, meta: { quiet: true } })
  return user.data?.data.roles.includes('admin') ?? false
}
