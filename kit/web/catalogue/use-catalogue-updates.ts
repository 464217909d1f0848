import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { SensorFilter } from '#kit/model/sensor-filter.ts'
import {
  useCatalogueChanges,
  type CatalogueDifference,
  type CatalogueNews,
} from '#kit/web/live/index.ts'
import { changedDevices, changedSensors } from './apply-difference.ts'
import { deviceListKey, readingsKey, type DeviceListData, type SensorPageData } from './lists.ts'

/** While devices are added one after another, their list is fetched again at most this often. */
const listIntervalMs = 10_000
const listFetched = new WeakMap<QueryClient, number>()

/**
 * Keeps the lists of sensors and devices in the cache of queries equal to the server's: differences
 * are applied to what is there, and only what the server says is too much for that is fetched
 * again.
 */
export function useCatalogueUpdates(): void {
  const client = useQueryClient()
  useCatalogueChanges(
    useCallback(
      (news: CatalogueNews) => {
        if (news !== 'reload') return applyDifference(client, news)
        for (const queryKey of [['sensors'], deviceListKey, readingsKey])
          void client.invalidateQueries({ queryKey })
      },
      [client],
    ),
  )
}

function applyDifference(client: QueryClient, difference: CatalogueDifference): void {
  const names = new Map<string, string>()
  for (const [queryKey, list] of client.getQueriesData<DeviceListData>({
    queryKey: deviceListKey,
  })) {
    for (const { lesiId, name } of list?.devices ?? []) names.set(lesiId, name)
    if (!list) continue
    const changed = changedDevices(list, difference)
    if (changed) client.setQueryData<DeviceListData>(queryKey, changed)
    else fetchListSoon(client)
  }
  for (const { lesiId, name } of difference.devices) names.set(lesiId, name)
  for (const [queryKey, page] of client.getQueriesData<SensorPageData>({
    queryKey: ['sensors', 'list'],
  })) {
    const filter = SensorFilter.safeParse(queryKey[2])
    if (page && filter.success)
      client.setQueryData<SensorPageData>(
        queryKey,
        changedSensors(page, filter.data, difference, names),
      )
  }
}

function fetchListSoon(client: QueryClient): void {
  const now = performance.now()
  const due = Math.max(now, (listFetched.get(client) ?? -Infinity) + listIntervalMs)
  if (due > now + listIntervalMs) return
  listFetched.set(client, due)
  setTimeout(() => void client.invalidateQueries({ queryKey: deviceListKey }), due - now)
}
