import type { QueryClient } from '@tanstack/react-query'
import type { RouteContract } from '#kit/model/route.ts'
import { invalidate, routeKey } from '#kit/web/calls/query-of.ts'

/**
 * Fetches anew what is on screen of these routes. A first fetch that is under way may have been
 * answered before the change, and would be all that comes: another one follows it.
 */
export async function refetch(client: QueryClient, ...routes: RouteContract[]): Promise<void> {
  const isFirstUnderWay = routes.some(
    (route) =>
      client.isFetching({
        queryKey: routeKey(route),
        predicate: ({ state }) => state.data === undefined,
      }) > 0,
  )
  await invalidate(client, ...routes)
  if (isFirstUnderWay) await invalidate(client, ...routes)
}
