import type { Thing } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { sensorTest } from '#kit/model/sensor-filter.ts'

export interface SensorGroup {
  readonly lesiId: string
  readonly name: string
  readonly isOffline: boolean
  /** Null: they are fetched when the group is opened. */
  readonly sensors: readonly Sensor[] | null
  readonly count: number
}

/** Devices without their sensors, in the order of the list; those that have none are left out. */
export function groupThings(things: readonly Thing[]): SensorGroup[] {
  return things
    .filter(({ access, sensorCount }) => access === 'open' && (sensorCount ?? 0) > 0)
    .map(({ lesiId, name, status, sensorCount }) => ({
      ...{ lesiId, name, isOffline: status === 'offline' },
      ...{ sensors: null, count: sensorCount ?? 0 },
    }))
}

/**
 * Sensors by device, devices by name. `search` keeps those in whose names, key, unit or device
 * every word of it occurs.
 */
export function groupSensors(
  sensors: readonly Sensor[],
  things: readonly Thing[],
  search: string,
  locale: string,
): SensorGroup[] {
  const thingById = new Map(things.map((thing) => [thing.lesiId, thing]))
  const matches = sensorTest({ find: search })
  const byThing = new Map<string, Sensor[]>()
  for (const sensor of sensors) {
    if (!matches(sensor, thingById.get(sensor.lesiId)?.name ?? '')) continue
    const members = byThing.get(sensor.lesiId)
    if (members) members.push(sensor)
    else byThing.set(sensor.lesiId, [sensor])
  }
  const collator = new Intl.Collator(locale, { numeric: true })
  return [...byThing]
    .map(([lesiId, members]) => ({
      lesiId,
      name: thingById.get(lesiId)?.name ?? lesiId,
      isOffline: thingById.get(lesiId)?.status === 'offline',
      sensors: members.toSorted((one, other) => collator.compare(one.alias, other.alias)),
      count: members.length,
    }))
    .toSorted((one, other) => collator.compare(one.name, other.name))
}
