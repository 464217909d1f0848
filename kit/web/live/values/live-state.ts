import type { BoardChanged, CatalogueDifference } from '#kit/model/live/messages.ts'
import type { DeviceStatus } from '#kit/model/device.ts'
import type { QualityCode } from '#kit/model/quality.ts'

/** The newest reading that was received of a sensor. A new reading makes a new object. */
export interface LiveValue {
  /** When it was read, ms UTC. */
  readonly time: number
  /** null: the sensor has no value. */
  readonly value: number | string | null
  readonly quality: QualityCode
  /**
   * The value before it, when it differed; undefined when it was the same or was not received. "No
   * value" is passed over.
   */
  readonly previous: number | string | undefined
  /** Since when the value has been what it is, as far as this client has received, ms UTC. */
  readonly since: number
  /** Whether the change at `since` was seen: otherwise it may lie before. */
  readonly isSinceExact: boolean
}

export interface LiveDeviceStatus {
  readonly status: DeviceStatus
  /** Since when, ms UTC; null when the device never sent anything. */
  readonly since: number | null
}

export interface LiveHeartbeat {
  readonly readingsPerSecond: number
  /** Readings received until then are on disk, ms UTC. */
  readonly storedUpTo: number | null
  /**
   * While the telemetry store takes no readings: since when (ms UTC), and how many bytes of them
   * wait on disk.
   */
  readonly storeOutage: { readonly since: number; readonly journalBytes: number } | null
  /** Since when no alarms are evaluated, ms UTC; null: they are. */
  readonly alarmsStoppedSince: number | null
}

/**
 * What changed of devices and sensors: differences, or so much that what is shown must be fetched
 * again.
 */
export type CatalogueUpdate = CatalogueDifference | 'reload'

/** How a page or dashboard is now; or all of them may have changed. */
export type BoardUpdate = BoardChanged | 'reload'

/** What a message changed: ids of sensors and devices whose listeners are to be called. */
export interface Changes {
  readonly sensors: ReadonlySet<number>
  readonly devices: ReadonlySet<number>
  readonly heartbeat: boolean
  readonly catalogue: CatalogueUpdate | null
}

const none: ReadonlySet<number> = new Set()
export const unchanged: Changes = {
  sensors: none,
  devices: none,
  heartbeat: false,
  catalogue: null,
}
