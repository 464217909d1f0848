import { queryOptions } from '@tanstack/react-query'
import { listConnectors, readConnector } from '#features/connectors/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { queryOf, replyData, routeKey } from '#kit/web/calls/query-of.ts'

/** States and rates are not on the live socket: they are asked for this often. */
const renewMs = 2_000

/** All connectors with their states. The screen shows failures. */
export const connectorsQuery = () =>
  queryOptions({
    ...queryOf(listConnectors, {}),
    select: replyData,
    refetchInterval: renewMs,
    meta: { quiet: true },
  })

/** How one connector is, renewed while it is shown. */
export const connectorStatusQuery = (id: number) =>
  queryOptions({
    queryKey: [...routeKey(readConnector), 'status', id],
    queryFn: ({ signal }) => call(readConnector, { params: { id } }, { signal }),
    select: ({ data }) => data.status,
    refetchInterval: renewMs,
    gcTime: 0,
    meta: { quiet: true },
  })

/** One connector with its settings, as it is now. */
export const connectorQuery = (id: number) =>
  queryOptions({
    ...queryOf(readConnector, { params: { id } }),
    select: replyData,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
