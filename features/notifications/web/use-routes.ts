import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/calls/call.ts'
import { invalidate, queryOf, replyData } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import type { RouteDefinition } from '../contract/notification-route.ts'
import {
  addNotificationRoute,
  changeNotificationRoute,
  listNotificationRoutes,
  removeNotificationRoute,
  testNotificationRoute,
} from '../contract/routes.ts'
import type { OpenForm } from './route-draft.ts'

const askEveryMs = 2_000
const askSeldomMs = 30_000

/** Routes and the last notices; those under way are followed. */
export function useRoutes() {
  return useQuery({
    ...queryOf(listNotificationRoutes, {}),
    select: replyData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.deliveries.some(({ endedAt, attempts }) => endedAt === null && attempts < 2)
        ? askEveryMs
        : askSeldomMs,
    meta: { quiet: true },
  })
}

/** Adds a route or changes one; who calls it shows what is refused. */
export function useSaveRoute() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      base,
      definition,
    }: {
      readonly base: OpenForm['base']
      readonly definition: RouteDefinition
    }) =>
      base === null
        ? call(addNotificationRoute, { body: definition })
        : call(changeNotificationRoute, {
            params: { id: base.id },
            body: { ...definition, version: base.version },
          }),
    onSettled: () => invalidate(client, listNotificationRoutes),
    meta: { quiet: true },
  })
}

/** Sends a test by a route, or removes it. */
export function useRouteAction(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: 'test' | 'remove') =>
      act === 'test'
        ? call(testNotificationRoute, { params: { id } })
        : call(removeNotificationRoute, { params: { id } }),
    onSettled: () => invalidate(client, listNotificationRoutes),
  })
}
