import { queryOptions, useQuery } from '@tanstack/react-query'
import { latestChanges, type StoredChange } from '#features/readings/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { call } from '#kit/web/call.ts'

/** Trends hold fifteen minutes of changes that were seen: the store is asked well before one could be forgotten. */
const refreshMs = 5 * 60_000

const storedChangesQuery = queryOptions({
  queryKey: ['readings', 'changes'],
  queryFn: async ({ signal }) => (await call(latestChanges, {}, { signal })).data,
  refetchInterval: refreshMs,
  meta: { quiet: true },
})

/** Latest changes that the store has of a lamp, a detector or a text, newest first; undefined while they are not known. One call for all. */
export function useStoredChanges({ id, type }: Sensor): readonly StoredChange[] | undefined {
  return useQuery({
    ...storedChangesQuery,
    enabled: type === 'lamp' || type === 'detector' || type === 'string',
    select: (all) => all.find(({ sensorId }) => sensorId === id)?.changes,
  }).data
}
