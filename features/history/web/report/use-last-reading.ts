import { useCallback, useSyncExternalStore } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { useSameList } from '#kit/web/browser/use-same-list.ts'
import { useHub } from '#kit/web/live/index.ts'

/** When the last reading of any of the sensors came, ms UTC; undefined: none, or not known yet. */
export function useLastReading(sensors: readonly Sensor[]): number | undefined {
  const hub = useHub()
  const ids = useSameList(sensors.map(({ id }) => id))
  const watch = useCallback(
    (onChange: () => void) => {
      const stops = [hub.watchSensors(ids), ...ids.map((id) => hub.watchSensor(id, onChange))]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [hub, ids],
  )
  return useSyncExternalStore(watch, () => latest(ids.map((id) => hub.store.reading(id)?.time)))
}

function latest(times: readonly (number | undefined)[]): number | undefined {
  const sent = times.filter((time) => time !== undefined)
  return sent.length > 0 ? Math.max(...sent) : undefined
}
