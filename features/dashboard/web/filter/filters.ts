import {
  optionalChoice,
  optionalText,
  pageField,
  readAddress,
  textField,
  type Search,
} from '#kit/web/address/address.ts'
import { versionField } from '#kit/web/boards/versions/version-field.ts'
import { momentField } from '#kit/web/past/past-moment.ts'
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
  readonly limits?: 'beyond'
}

/** Ids of sensors that only this page sees to be so. */
interface SeenLive {
  readonly notLive: ReadonlySet<number>
  /** Whose value is beyond a limit. */
  readonly beyond: ReadonlySet<number>
}

export const maximumSearchLength = 200
const maximumLesiIdLength = 64
const maximumBoardIdLength = 36

/** What the address of the war room says. */
export const warRoomAddress = {
  find: textField(maximumSearchLength),
  type: optionalChoice(sensorTypes),
  device: optionalText(maximumLesiIdLength),
  live: optionalChoice(['no']),
  limits: optionalChoice(['beyond']),
  page: pageField,
  at: momentField,
  dashboard: optionalText(maximumBoardIdLength),
  version: versionField,
  wall: optionalChoice(['on']),
}

/** Reads filters from the address; what is not understood is left out. */
export function filtersOf(search: Search): Filters {
  const { find, type, device, live, limits } = readAddress(warRoomAddress, search)
  return {
    ...(find === '' ? {} : { find }),
    ...(type === null ? {} : { type }),
    ...(device === null ? {} : { device }),
    ...(live === null ? {} : { live }),
    ...(limits === null ? {} : { limits }),
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

/** The id of the dashboard that the address names; null where it names none. */
export function dashboardOf(search: Search): string | null {
  return readAddress(warRoomAddress, search).dashboard
}

/** The earlier version of that dashboard that the address names; null: none. */
export function versionOf(search: Search): number | null {
  return versionField.read(search['version'])
}

/**
 * What of the filters the server can look for: everything but what is live and beyond its limits,
 * which only this page sees.
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

/** Whether only this page can see which sensors pass. */
export const isFilteredInBrowser = ({ live, limits }: Filters): boolean =>
  live !== undefined || limits !== undefined

/** Returns the test for these filters. `seen` is so now. */
export function filterTest(
  filters: Filters,
  deviceNames: ReadonlyMap<string, string>,
  seen: SeenLive,
): (sensor: Sensor) => boolean {
  const test = sensorTest(listFilterOf(filters))
  return (sensor) =>
    (filters.live !== 'no' || seen.notLive.has(sensor.id)) &&
    (filters.limits !== 'beyond' || seen.beyond.has(sensor.id)) &&
    test(sensor, deviceNames.get(sensor.lesiId) ?? '')
}
