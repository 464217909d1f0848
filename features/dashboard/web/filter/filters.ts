import {
  optionalChoice,
  optionalText,
  pageField,
  readAddress,
  textField,
  type Search,
} from '#kit/web/address/address.ts'
import { sensorTest, type SensorFilter } from '#kit/model/sensor-filter.ts'
import { sensorTypes, type Sensor, type SensorType } from '#kit/model/sensor.ts'

/** What the address says about which sensors to show; absent parts do not restrict. */
export interface Filters {
  /** Words that must all occur in the name, key or unit of the sensor or in the device's name. */
  readonly find?: string
  readonly type?: SensorType
  /** LESI ID */
  readonly device?: string
  readonly live?: 'no'
}

const maximumSearchLength = 200
const maximumLesiIdLength = 64

/** What the address of the war room says. */
export const warRoomAddress = {
  find: textField(maximumSearchLength),
  type: optionalChoice(sensorTypes),
  device: optionalText(maximumLesiIdLength),
  live: optionalChoice(['no']),
  page: pageField,
}

/** Reads filters from the address; what is not understood is left out. */
export function filtersOf(search: Search): Filters {
  const { find, type, device, live } = readAddress(warRoomAddress, search)
  return {
    ...(find === '' ? {} : { find }),
    ...(type === null ? {} : { type }),
    ...(device === null ? {} : { device }),
    ...(live === null ? {} : { live }),
  }
}

/** Whether anything is filtered at all. */
export function isFiltering(filters: Filters): boolean {
  return Object.keys(filters).length > 0
}

/** The page of the list that the address names; the first where it makes no sense. */
export function pageOf(search: Search): number {
  return pageField.read(search['page'])
}

/**
 * What of the filters the server can look for: everything but what is live, which only this page
 * sees.
 */
export function listFilterOf({ find, type, device }: Filters): SensorFilter {
  return {
    ...(find === undefined || find.trim() === ''
      ? {}
      : { find: find.slice(0, maximumSearchLength) }),
    ...(type === undefined ? {} : { type }),
    ...(device === undefined ? {} : { device: device.slice(0, maximumLesiIdLength) }),
  }
}

/** Returns the test for these filters. `notLive` holds the ids of sensors that are not live now. */
export function filterTest(
  filters: Filters,
  deviceNames: ReadonlyMap<string, string>,
  notLive: ReadonlySet<number>,
): (sensor: Sensor) => boolean {
  const test = sensorTest(listFilterOf(filters))
  return (sensor) =>
    (filters.live !== 'no' || notLive.has(sensor.id)) &&
    test(sensor, deviceNames.get(sensor.lesiId) ?? '')
}
