import { useEffect, useState } from 'react'
import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { useHub } from '#kit/web/live/index.ts'
import { isSameSummary, summarise, type Summary } from './summary.ts'

/** The plant at a glance, looked at once a second; renders only when something in it changed. */
export function useSummary(sensors: readonly Sensor[], devices: readonly Device[]): Summary {
  const hub = useHub()
  const [summary, setSummary] = useState(() => summarise(sensors, devices, hub.store, hub.asOf()))
  useEffect(() => {
    const update = (isFirst: boolean) => {
      const next = summarise(sensors, devices, hub.store, hub.asOf())
      // A sensor that was just added is here within the second: no figure goes away for that.
      const isAwaited = (last: Summary) =>
        isFirst && last.counts.loading === 0 && next.counts.loading > 0
      setSummary((last) => (isAwaited(last) || isSameSummary(last, next) ? last : next))
    }
    update(true)
    return hub.everySecond(() => update(false))
  }, [hub, sensors, devices])
  return summary
}
