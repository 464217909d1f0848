import { useMemo, type RefCallback } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { useHub, useLiveNode, useLiveNodes } from '#kit/web/live/index.ts'
import { useDayStates } from '../states/use-day-states.ts'
import { viewOf, type SensorView } from './sensor-view.ts'
import { useStoredChanges } from './use-stored-changes.ts'

/**
 * A ref for an element of one sensor among others, written by `paint` without React: with every
 * reading and once a second, while it is near the screen.
 */
export function useLiveView<Element extends HTMLElement>(
  sensor: Sensor,
  paint: (view: SensorView) => void,
): RefCallback<Element> {
  const hub = useHub()
  const stored = useStoredChanges(sensor)
  const dayStates = useDayStates(sensor)
  const ids = { sensorId: sensor.id, deviceId: sensor.deviceId }
  return useLiveNode<Element>(ids, (now) =>
    paint(viewOf(hub.store, { sensor, day: undefined, stored, dayStates }, now)),
  )
}

/** The same for an element that draws several sensors together: without what is of the day. */
export function useLiveViews<Element extends HTMLElement>(
  sensors: readonly Sensor[],
  paint: (views: readonly SensorView[]) => void,
): RefCallback<Element> {
  const hub = useHub()
  const ids = useMemo(
    () => ({
      sensorIds: sensors.map(({ id }) => id),
      deviceIds: [...new Set(sensors.map(({ deviceId }) => deviceId))],
    }),
    [sensors],
  )
  return useLiveNodes<Element>(ids, (now) => {
    const unknown = { day: undefined, stored: undefined, dayStates: undefined }
    paint(sensors.map((sensor) => viewOf(hub.store, { sensor, ...unknown }, now)))
  })
}
