import { useCallback, useSyncExternalStore } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import { useHub } from '#kit/web/live/index.ts'

/** When a sensor sent its last reading, ms UTC; undefined: never, or it is not known yet. */
export function useLastReading({ id }: Sensor): number | undefined {
  const hub = useHub()
  const watch = useCallback(
    (onChange: () => void) => {
      const stops = [hub.watchSensors([id]), hub.watchSensor(id, onChange)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [hub, id],
  )
  return useSyncExternalStore(watch, () => hub.store.reading(id)?.time)
}
