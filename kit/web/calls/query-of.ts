import {
  queryOptions,
  type DataTag,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { RouteCall, RouteContract } from '#kit/model/calls/route.ts'
import { call } from './call.ts'

export type RouteWithReply = RouteContract & { readonly reply: z.ZodType }

/** What the keys of all queries of a route begin with. */
export const routeKey = ({ method, path }: RouteContract) => [method, path] as const

/**
 * The query of a route. Whoever calls the route with the same input shares one place in the cache,
 * which holds the whole reply; views take their part of it with `select`.
 */
export function queryOf<const Route extends RouteWithReply>(route: Route, input: RouteCall<Route>) {
  return queryOptions({
    queryKey: [...routeKey(route), input] as const,
    queryFn: ({ signal }) => call(route, input, { signal }),
  })
}

/**
 * Puts what a change was answered with in the place of what was fetched. A fetch that is under way
 * may have been answered before the change: it is given up, or its answer would be shown instead.
 */
export function putAnswer<Reply>(
  client: QueryClient,
  { queryKey }: { readonly queryKey: DataTag<QueryKey, Reply, Error> },
  reply: Reply,
): void {
  void client.cancelQueries({ queryKey, exact: true })
  client.setQueryData<Reply>([...queryKey], reply)
}

/** For `select`: what a reply is about, without `meta`. */
export const replyData = <Data>({ data }: { readonly data: Data }): Data => data

/** Options of what does not change by itself while the page is open. */
export const fetchedOnce = { staleTime: Infinity, gcTime: Infinity } as const

/** The queries of these routes, whatever their input. */
export function queriesOf(...routes: readonly RouteContract[]): QueryFilters {
  return { predicate: ({ queryKey }) => isOf(queryKey, routes) }
}

/** The queries of all routes but these. */
export function queriesExcept(...routes: readonly RouteContract[]): QueryFilters {
  return { predicate: ({ queryKey }) => !isOf(queryKey, routes) }
}

function isOf([method, path]: QueryKey, routes: readonly RouteContract[]): boolean {
  return routes.some((route) => route.method === method && route.path === path)
}

/**
 * Marks what was fetched of these routes as outdated. What is on screen is fetched again, and the
 * promise waits for that.
 */
export function invalidate(client: QueryClient, ...routes: RouteContract[]): Promise<void> {
  return invalidateMatching(client, queriesOf(...routes))
}

/**
 * The same for the queries of a filter. A first fetch that is under way may have been answered
 * before the change, and the library would be content with it: another one follows it.
 */
export async function invalidateMatching(
  client: QueryClient,
  filters: QueryFilters,
): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await client.invalidateQueries(filters)
  if (first.length === 0) return
  await Promise.allSettled(first.flatMap(({ promise }) => promise ?? []))
  await client.invalidateQueries({ predicate: (query) => first.includes(query) })
}
