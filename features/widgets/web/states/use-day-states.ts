import { useQuery } from '@tanstack/react-query'
import {
  maximumStateSensors,
  statesOfToday,
  type DayStates,
  type DeviceActivity,
} from '#features/history/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { batch } from '#kit/web/calls/batch.ts'
import { call } from '#kit/web/calls/call.ts'
import { useHub } from '#kit/web/live/index.ts'
import { routeKey } from '#kit/web/calls/query-of.ts'

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

const ask = batch<StoredDay>(maximumStateSensors, async (ids) => {
  const { data } = await call(statesOfToday, { body: { sensors: [...ids] } })
  const { from, to, until, sensors, devices } = data
  const activities = new Map(devices.map(({ deviceId, activity }) => [deviceId, activity]))
  return new Map(
    sensors.map(({ sensorId, deviceId, ...day }) => [
      sensorId,
      { from, to, until, ...day, activity: activities.get(deviceId) ?? null },
    ]),
  )
})

/** The day of a lamp or a detector; undefined while it is not known, and of other sensors. */
export function useDayStates({ id, type }: Sensor): StoredDay | undefined {
  const { isRecorded } = useHub()
  const stored = useQuery({
    queryKey: [...routeKey(statesOfToday), id],
    queryFn: () => ask(id),
    enabled: !isRecorded && (type === 'lamp' || type === 'detector'),
    refetchInterval: refreshMs,
    meta: { quiet: true },
  }).data
  return isRecorded ? undefined : (stored ?? undefined)
}
