import { useEffect, useState } from 'react'
import type { Device } from '#features/devices/contract/routes.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useHub, useWatch } from '#kit/web/live/index.ts'
import { isPresentHub } from '../../several/page-hub.ts'
import { deviceStates, newerLook, type DevicesLook } from './device-states.ts'

export const noSensorIds: readonly number[] = []

/** How often the figures of a list that is longer than a page are asked for. */
export const refreshMs = 30_000

/** Looked at once a second; renders only when something that is drawn of it changed. */
export function useDeviceStates(devices: readonly Device[]): DevicesLook {
  const hub = useHub()
  const { zone } = useFormat()
  useWatch(noSensorIds)
  const isPresent = isPresentHub(hub)
  const lookNow = () => ({ states: deviceStates(devices, hub.store, isPresent), now: hub.asOf() })
  const [look, setLook] = useState<DevicesLook>(lookNow)
  useEffect(() => {
    const renew = () =>
      setLook((last) => {
        const states = deviceStates(devices, hub.store, isPresent)
        return newerLook(last, { states, now: hub.asOf() }, zone)
      })
    renew()
    return hub.everySecond(renew)
  }, [hub, devices, isPresent, zone])
  return look
}
