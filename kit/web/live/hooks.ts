import { useCallback, useEffect, useSyncExternalStore, type RefCallback } from 'react'
import { hub } from './browser-hub.ts'
import type { ConnectionStatus } from './connection.ts'
import type { CatalogueNews, LivePulse } from './store.ts'
import { whenVisible } from './visibility.ts'

/** How the socket is; renders anew only when that changes. */
export function useConnection(): ConnectionStatus {
  return useSyncExternalStore(hub.watchConnection, hub.connection)
}

/** Figures of the whole installation, about once a second; undefined before the first. */
export function usePulse(): LivePulse | undefined {
  return useSyncExternalStore(hub.watchPulse, hub.store.pulse)
}

/**
 * Keeps these sensors subscribed while the component is mounted. Pass the same array while the list
 * is the same.
 */
export function useWatch(sensorIds: readonly number[]): void {
  useEffect(() => hub.watchSensors(sensorIds), [sensorIds])
}

/**
 * Calls back with what changed of devices, sensors and rights on the server. Pass a stable
 * function.
 */
export function useCatalogueChanges(onChange: (news: CatalogueNews) => void): void {
  useEffect(() => hub.watchCatalogue(onChange), [onChange])
}

/** What follows live data without React. */
export interface Mounted {
  /** Writes what is on screen for the server's time `now`, changing only what differs. */
  paint(now: number): void
  stop?(): void
}

/**
 * A ref for an element that writes itself without React: `mount` gets the element and returns its
 * `paint`, which is called in the frame after a reading or a change of the device's status, and
 * once a second; only while the element is near the screen. `mount` must be stable (useCallback): a
 * new one mounts again. Without `sensorId` only the device is followed.
 */
export function useLiveNode<Node extends Element>(
  { sensorId, deviceId }: { readonly sensorId?: number; readonly deviceId: number },
  mount: (element: Node) => Mounted,
): RefCallback<Node> {
  return useCallback(
    (element: Node | null) => {
      if (!element) return undefined
      const mounted = mount(element)
      const paint = () => mounted.paint(hub.now())
      paint()
      const stopWatching = sensorId === undefined ? () => {} : hub.watchSensors([sensorId])
      // Away from the screen nothing listens, so that readings nobody can see do not even ask for a
      // frame.
      let stops: readonly (() => void)[] = []
      const silence = () => {
        for (const stop of stops) stop()
        stops = []
      }
      const stopLooking = whenVisible(element, (isVisible) => {
        silence()
        if (!isVisible) return
        paint()
        stops = [hub.watchDevice(deviceId, paint), hub.everySecond(paint)]
        if (sensorId !== undefined) stops = [...stops, hub.watchSensor(sensorId, paint)]
      })
      return () => {
        silence()
        stopLooking()
        stopWatching()
        mounted.stop?.()
      }
    },
    [sensorId, deviceId, mount],
  )
}
