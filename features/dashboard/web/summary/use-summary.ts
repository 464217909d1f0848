import { useEffect, useState } from 'react'
import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { hub } from '#kit/web/live/index.ts'
import { isSameSummary, summarise, type Summary } from './summary.ts'

/** The plant at a glance, looked at once a second; renders only when something in it changed. */
export function useSummary(sensors: readonly Sensor[], devices: readonly Device[]): Summary {
  const [summary, setSummary] = useState(() => summarise(sensors, devices, hub.store, hub.asOf()))
  useEffect(() => {
    const look = () => {
      const next = summarise(sensors, devices, hub.store, hub.asOf())
      setSummary((last) => (isSameSummary(last, next) ? last : next))
    }
    look()
    return hub.everySecond(look)
  }, [sensors, devices])
  return summary
}
