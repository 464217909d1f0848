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

/** Reads filters from the address; what is not understood is left out. */
export function filtersOf(search: Readonly<Record<string, unknown>>): Filters {
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  }
  const type = sensorTypes.find((each) => each === search['type'])
  return {
    ...(text('find') === '' ? {} : { find: text('find') }),
    ...(type === undefined ? {} : { type }),
    ...(text('device') === '' ? {} : { device: text('device') }),
    ...(text('live') === 'no' ? { live: 'no' } : {}),
  }
}

/** Whether anything is filtered at all. */
export function isFiltering(filters: Filters): boolean {
  return Object.keys(filters).length > 0
}

/** The page of the list that the address names; the first where it makes no sense. */
export function pageOf(search: Readonly<Record<string, unknown>>): number {
  const page = Number(search['page'])
  return Number.isInteger(page) && page > 0 ? page : 1
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
const maximumSearchLength = 200
const maximumLesiIdLength = 64

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
