import { useQuery } from '@tanstack/react-query'
import {
  kioskLatestChanges,
  latestChanges,
  maximumSensors,
  type StoredChange,
} from '#features/readings/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { callAsViewer } from '#kit/web/calls/call-as-viewer.ts'
import { batchAt } from '#kit/web/calls/batch-at.ts'
import { useShownMoment } from '#kit/web/live/values/shown-moment.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'
import { queryAt } from './query-at.ts'

/**
 * Trends hold fifteen minutes of changes that were seen: the store is asked well before one
 * could be lost.
 */
const refreshMs = 5 * 60_000

const calls = { route: latestChanges, kiosk: kioskLatestChanges }
const ask = batchAt<readonly StoredChange[]>(maximumSensors, async (sensors, at) => {
  const { data } = await callAsViewer(calls, {
    body: { sensors: [...sensors], ...(at !== null && { until: at }) },
  })
  return new Map(data.map(({ sensorId, changes }) => [sensorId, changes]))
})

/**
 * Latest changes that the store has of a lamp, a detector, a text or a sensor that is marked when
 * nothing changes, until the moment that is shown, newest first; undefined while they are not
 * known, and while the past is played.
 */
export function useStoredChanges({
  id,
  type,
  noChangeMs,
}: Sensor): readonly StoredChange[] | undefined {
  const at = useShownMoment()
  const { enabled, ...query } = queryAt(at, refreshMs)
  const hasChanges =
    noChangeMs !== null || type === 'lamp' || type === 'detector' || type === 'string'
  const stored = useQuery({
    queryKey: [...routeKey(latestChanges), id, at],
    queryFn: () => ask(id, at ?? null),
    enabled: enabled && hasChanges,
    ...query,
  }).data
  return at === undefined ? undefined : (stored ?? undefined)
}
