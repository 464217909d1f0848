import { useQuery } from '@tanstack/react-query'
import {
  latestChanges,
  maximumSensors,
  type StoredChange,
} from '#features/readings/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { call } from '#kit/web/calls/call.ts'
import { batch } from '#kit/web/calls/batch.ts'
import { useHub } from '#kit/web/live/index.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'

/**
 * Trends hold fifteen minutes of changes that were seen: the store is asked well before one
 * could be lost.
 */
const refreshMs = 5 * 60_000

const ask = batch<readonly StoredChange[]>(maximumSensors, async (sensors) => {
  const { data } = await call(latestChanges, { body: { sensors: [...sensors] } })
  return new Map(data.map(({ sensorId, changes }) => [sensorId, changes]))
})

/**
 * Latest changes that the store has of a lamp, a detector, a text or a sensor that is marked when
 * nothing changes, newest first; undefined while they are not known.
 */
export function useStoredChanges({
  id,
  type,
  noChangeMs,
}: Sensor): readonly StoredChange[] | undefined {
  const { isRecorded } = useHub()
  const stored = useQuery({
    queryKey: [...routeKey(latestChanges), id],
    queryFn: () => ask(id),
    enabled:
      !isRecorded &&
      (noChangeMs !== null || type === 'lamp' || type === 'detector' || type === 'string'),
    refetchInterval: refreshMs,
    meta: { quiet: true },
  }).data
  return isRecorded ? undefined : (stored ?? undefined)
}
