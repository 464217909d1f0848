import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { z } from 'zod'
import { listDevices } from '#features/devices/contract/routes.ts'
import { latestChanges, todayFigures } from '#features/readings/contract/routes.ts'
import type { RouteReply } from '#kit/model/calls/route.ts'
import { SensorFilter } from '#kit/model/sensor-filter.ts'
import { invalidate, routeKey } from '#kit/web/calls/query-of.ts'
import {
  useCatalogueChanges,
  type CatalogueDifference,
  type CatalogueUpdate,
} from '#kit/web/live/index.ts'
import { listSensors, lookUpSensors } from '../contract/routes.ts'
import { changedDevices, changedSensors } from './apply-difference.ts'

/** While devices are added one after another, their list is fetched again at most this often. */
const listIntervalMs = 10_000

const listFetched = new WeakMap<QueryClient, number>()

/**
 * Updates the lists of sensors and devices in the cache of queries equal to the server's:
 * differences are applied to what is there, and only what the server says is too much for that is
 * fetched again.
 */
export function useCatalogueUpdates(): void {
  const client = useQueryClient()
  useCatalogueChanges(
    useCallback(
      (update: CatalogueUpdate) => {
        if (update !== 'reload') return applyDifference(client, update)
        void invalidate(
          client,
          ...[listSensors, lookUpSensors, listDevices, todayFigures, latestChanges],
        )
      },
      [client],
    ),
  )
}

function applyDifference(client: QueryClient, difference: CatalogueDifference): void {
  const names = updateDevices(client, difference)
  for (const { lesiId, name } of difference.devices) names.set(lesiId, name)
  updateSensors(client, difference, names)
}

/** Returns the names of the devices that were listed, by LESI ID. */
function updateDevices(client: QueryClient, difference: CatalogueDifference): Map<string, string> {
  const names = new Map<string, string>()
  const lists = client.getQueriesData<RouteReply<typeof listDevices>>({
    queryKey: routeKey(listDevices),
  })
  for (const [queryKey, list] of lists) {
    if (!list) continue
    for (const { lesiId, name } of list.data) names.set(lesiId, name)
    const changed = changedDevices(list, difference)
    if (changed) client.setQueryData(queryKey, changed)
    else fetchListSoon(client)
  }
  return names
}

function updateSensors(
  client: QueryClient,
  difference: CatalogueDifference,
  deviceNames: ReadonlyMap<string, string>,
): void {
  const pages = client.getQueriesData<RouteReply<typeof listSensors>>({
    queryKey: routeKey(listSensors),
  })
  for (const [queryKey, page] of pages) {
    const filter = ListInput.safeParse(queryKey[2])
    if (page && filter.success)
      client.setQueryData(
        queryKey,
        changedSensors(page, filter.data.query, difference, deviceNames),
      )
  }
}

const ListInput = z.object({ query: SensorFilter })

function fetchListSoon(client: QueryClient): void {
  const now = performance.now()
  const due = Math.max(now, (listFetched.get(client) ?? -Infinity) + listIntervalMs)
  if (due > now + listIntervalMs) return
  listFetched.set(client, due)
  setTimeout(() => void invalidate(client, listDevices), due - now)
}
