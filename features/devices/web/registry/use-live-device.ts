import { useCallback, useSyncExternalStore } from 'react'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { useHub } from '#kit/web/live/index.ts'

export type ShownState = 'online' | 'late' | 'offline' | 'never' | 'closed'

/** How a device is shown to be. */
export interface LiveDevice {
  readonly state: ShownState
  /** Since when, ms UTC; null: it was never seen, or is closed. */
  readonly since: number | null
  /** Receive time of the newest message, ms UTC, as far as it is known here. */
  readonly lastSeen: number | null
}

/** The state of a device as the live socket has it, and as it was fetched until that has one. */
export function useLiveDevice(device: RegisteredDevice): LiveDevice {
  const hub = useHub()
  const { id } = device
  const watch = useCallback((listener: () => void) => hub.watchDevice(id, listener), [hub, id])
  const live = useSyncExternalStore(watch, () => hub.store.device(id))
  if (device.access !== 'open') return { state: 'closed', since: null, lastSeen: null }
  const status = live?.status ?? device.status
  const since = live ? live.since : device.statusSince
  // Online since a moment that is later than what was fetched: a message came then.
  const lastSeen =
    status === 'online' && since !== null
      ? Math.max(device.lastSeen ?? since, since)
      : device.lastSeen
  if (status === 'online') return { state: device.isLate ? 'late' : 'online', since, lastSeen }
  return { state: since === null ? 'never' : 'offline', since, lastSeen }
}
