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
  const type = sensorTypes.find((known) => known === search['type'])
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

/** Returns the test for these filters. `notLive` holds the ids of sensors that are not live now. */
export function sensorTest(
  filters: Filters,
  deviceNames: ReadonlyMap<string, string>,
  notLive: ReadonlySet<number>,
): (sensor: Sensor) => boolean {
  const words = (filters.find ?? '').toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return (sensor) => {
    if (filters.type !== undefined && sensor.type !== filters.type) return false
    if (filters.device !== undefined && sensor.lesiId !== filters.device) return false
    if (filters.live === 'no' && !notLive.has(sensor.id)) return false
    if (words.length === 0) return true
    const text = [sensor.alias, sensor.key, sensor.unit, sensor.lesiId, deviceNames.get(sensor.lesiId) ?? '']
      .join(' ')
      .toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
}
