import type { Query, QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { listDevices } from '#features/devices/contract/routes.ts'
import type { RouteReply } from '#kit/model/calls/route.ts'
import { SensorFilter } from '#kit/model/sensor-filter.ts'
import { invalidate, queriesOf } from '#kit/web/calls/query-of.ts'
import { listSensors, lookUpSensors } from '../contract/routes.ts'
import { applyNowAndWhenFetched } from './apply-when-fetched.ts'
import {
  changedDevices,
  changedSensors,
  renewedSensors,
  type ListDifference,
} from './apply-difference.ts'

/** While devices are added one after another, their list is fetched again at most this often. */
const listIntervalMs = 10_000

const listFetched = new WeakMap<QueryClient, number>()

/**
 * Applies a difference to all lists of sensors and devices in the cache. The answer to a fetch that
 * is under way may be of before it: the difference is applied to that one, too.
 */
export function followDifference(client: QueryClient, difference: ListDifference): void {
  const queries = client
    .getQueryCache()
    .findAll(queriesOf(listDevices, listSensors, lookUpSensors))
    // The lists of sensors are searched by the names in those of devices.
    .toSorted((one, other) => Number(isOfDevices(other)) - Number(isOfDevices(one)))
  for (const query of queries)
    applyNowAndWhenFetched(query, () => applyTo(client, query, difference))
}

const isOfDevices = ({ queryKey }: Query) => queryKey[1] === listDevices.path

function applyTo(client: QueryClient, query: Query, difference: ListDifference): void {
  if (isOfDevices(query))
    update<RouteReply<typeof listDevices>>(client, query, (list) => {
      const changed = changedDevices(list, difference)
      if (changed === null) fetchListSoon(client)
      return changed ?? list
    })
  else if (query.queryKey[1] === lookUpSensors.path)
    update<RouteReply<typeof lookUpSensors>>(client, query, (reply) =>
      renewedSensors(reply, difference),
    )
  else applyToSensors(client, query, difference)
}

/** What does not change is not stored: it would count as fetched now, and not as outdated. */
function update<Data>(
  client: QueryClient,
  { queryKey }: Query,
  change: (before: Data) => Data,
): void {
  const before = client.getQueryData<Data>(queryKey)
  if (before === undefined) return
  const after = change(before)
  if (after !== before) client.setQueryData<Data>(queryKey, () => after)
}

const ListInput = z.object({ query: SensorFilter })

function applyToSensors(client: QueryClient, query: Query, difference: ListDifference): void {
  const filter = ListInput.safeParse(query.queryKey[2])
  if (!filter.success) return
  update<RouteReply<typeof listSensors>>(client, query, (page) =>
    changedSensors(page, filter.data.query, difference, deviceNames(client, difference)),
  )
}

/** Of the devices that are listed or have changed, by LESI ID. */
function deviceNames(
  client: QueryClient,
  { devices }: ListDifference,
): ReadonlyMap<string, string> {
  const lists = client.getQueriesData<RouteReply<typeof listDevices>>(queriesOf(listDevices))
  const listed = lists.flatMap(([, list]) => list?.data ?? [])
  return new Map([...listed, ...devices].map(({ lesiId, name }) => [lesiId, name]))
}

function fetchListSoon(client: QueryClient): void {
  const now = performance.now()
  const due = Math.max(now, (listFetched.get(client) ?? -Infinity) + listIntervalMs)
  if (due > now + listIntervalMs) return
  listFetched.set(client, due)
  setTimeout(() => void invalidate(client, listDevices), due - now)
}
