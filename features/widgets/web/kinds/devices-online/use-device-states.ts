import { useEffect, useState } from 'react'
import type { Device } from '#features/devices/contract/routes.ts'
import { useHub, useWatch } from '#kit/web/live/index.ts'
import { isPresentHub } from '../../several/page-hub.ts'
import { deviceStates, type DeviceState } from './device-states.ts'

export const noSensorIds: readonly number[] = []

/** How often the figures of a list that is longer than a page are asked for. */
export const refreshMs = 30_000

/** Looked at once a second; renders only when one of them changed. */
export function useDeviceStates(devices: readonly Device[]): readonly DeviceState[] {
  const hub = useHub()
  useWatch(noSensorIds)
  const isPresent = isPresentHub(hub)
  const [states, setStates] = useState(() => deviceStates(devices, hub.store, isPresent))
  useEffect(() => {
    const look = () =>
      setStates((last) => {
        const next = deviceStates(devices, hub.store, isPresent)
        return isSame(last, next) ? last : next
      })
    look()
    return hub.everySecond(look)
  }, [hub, devices, isPresent])
  return states
}

function isSame(one: readonly DeviceState[], other: readonly DeviceState[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ lesiId, name, state, since }, index) => {
      const next = other[index]
      return (
        lesiId === next?.lesiId &&
        name === next.name &&
        state === next.state &&
        since === next.since
      )
    })
  )
}
