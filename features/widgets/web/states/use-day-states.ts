import { useQuery } from '@tanstack/react-query'
import {
  kioskStatesOfToday,
  maximumStateSensors,
  statesOfToday,
  type DayStates,
} from '#features/history/contract/states-routes.ts'
import type { DeviceActivity } from '#features/history/contract/sensor-report.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { batchAt } from '#kit/web/calls/batch-at.ts'
import { callAsViewer } from '#kit/web/calls/call-as-viewer.ts'
import { useShownMoment } from '#kit/web/live/values/shown-moment.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'
import { queryAt } from '../frame/query-at.ts'

/** What a lamp or a detector was today, as the server has it. */
export interface StoredDay extends Omit<DayStates, 'sensorId' | 'deviceId'> {
  /** Midnight in the site's zone, and when the server was asked, ms UTC. */
  readonly from: number
  readonly to: number
  /** The midnight that ends the day, ms UTC. */
  readonly until: number
  readonly activity: DeviceActivity | null
}

/** Between two answers only the last change is known. */
const refreshMs = 60_000

const calls = { route: statesOfToday, kiosk: kioskStatesOfToday }
const ask = batchAt<StoredDay>(maximumStateSensors, async (ids, at) => {
  const { data } = await callAsViewer(calls, {
    body: { sensors: [...ids], ...(at !== null && { until: at }) },
  })
  const { from, to, until, sensors, devices } = data
  const activities = new Map(devices.map(({ deviceId, activity }) => [deviceId, activity]))
  return new Map(
    sensors.map(({ sensorId, deviceId, ...day }) => [
      sensorId,
      { from, to, until, ...day, activity: activities.get(deviceId) ?? null },
    ]),
  )
})

/**
 * The day of a lamp or a detector up to the moment that is shown; undefined while it is not known,
 * while the past is played, and of other sensors.
 */
export function useDayStates({ id, type }: Sensor): StoredDay | undefined {
  const at = useShownMoment()
  const { enabled, ...query } = queryAt(at, refreshMs)
  const stored = useQuery({
    queryKey: [...routeKey(statesOfToday), id, at],
    queryFn: () => ask(id, at ?? null),
    enabled: enabled && (type === 'lamp' || type === 'detector'),
    ...query,
  }).data
  return at === undefined ? undefined : (stored ?? undefined)
}
