import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listDevices } from '#features/devices/contract/routes.ts'
import { latestChanges, todayFigures } from '#features/readings/contract/routes.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useCatalogueChanges, type CatalogueUpdate, type Followed } from '#kit/web/live/index.ts'
import { listSensors, lookUpSensors } from '../contract/routes.ts'
import { followDifference } from './follow-differences.ts'

/** Lists in the cache outlast the frame that follows them: some pages have none. */
const followedOf = new WeakMap<QueryClient, Followed>()

function followedBy(client: QueryClient): Followed {
  const followed = followedOf.get(client) ?? {}
  followedOf.set(client, followed)
  return followed
}

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
        if (update !== 'reload') return followDifference(client, update)
        void invalidate(
          client,
          ...[listSensors, lookUpSensors, listDevices, todayFigures, latestChanges],
        )
      },
      [client],
    ),
    followedBy(client),
  )
}
