import type { Sensor } from '#kit/model/sensor.ts'
import type { SensorFilter } from '#kit/model/sensor-filter.ts'

/** A page of the list of sensors, as queries hold it under `sensorPageKey`. */
export interface SensorPageData {
  readonly sensors: readonly Sensor[]
  /** Of all pages. */
  readonly total: number
}

/** What every screen needs of a device in the list of devices. */
export interface DeviceItem {
  readonly id: number
  readonly lesiId: string
  readonly name: string
  readonly sensorCount: number | null
}

/**
 * A page of the list of devices, as queries hold it under `deviceListKey`, with figures of all
 * devices.
 */
export interface DeviceListData<Item extends DeviceItem = DeviceItem> {
  readonly devices: readonly Item[]
  /** Of all pages. */
  readonly total: number
  /**
   * Of all devices that are open to the person: how many, how many of them online, and their
   * sensors.
   */
  readonly open: number
  readonly online: number
  readonly sensors: number
}

/**
 * Where the cache of queries has a page of sensors; its parts are read again when differences
 * arrive.
 */
export const sensorPageKey = (filter: SensorFilter, page: number) =>
  ['sensors', 'list', filter, page] as const
/** Sensors that were named one by one. */
export const namedSensorsKey = (
  names: readonly { readonly thing: string; readonly key: string }[],
) => ['sensors', 'named', names] as const
export const deviceListKey = ['things'] as const
/**
 * What begins with it is about readings: today's figures, and the stored changes that widgets ask
 * for.
 */
export const readingsKey = ['readings'] as const
