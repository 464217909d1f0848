import { useEffect, useState } from 'react'
import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { useHub, type LiveHub } from '#kit/web/live/index.ts'
import { isSameSummary, summarise, type Summary } from './summary.ts'

/** The plant at a glance, looked at once a second; renders only when something in it changed. */
export function useSummary(sensors: readonly Sensor[], devices: readonly Device[]): Summary {
  const hub = useHub()
  const [summary, setSummary] = useState(() => summaryOf(hub, sensors, devices))
  useEffect(() => {
    const update = (isFirst: boolean) => {
      const next = summaryOf(hub, sensors, devices)
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

const summaryOf = (hub: LiveHub, sensors: readonly Sensor[], devices: readonly Device[]) =>
  summarise(sensors, devices, hub.store, hub.asOf(), hub.isRecorded)
