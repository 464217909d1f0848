import type { Device } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { sensorTest } from '#kit/model/sensor-filter.ts'

export interface SensorGroup {
  readonly lesiId: string
  readonly name: string
  /** Absent where its sensors are listed, and it is not. */
  readonly device: Device | undefined
  /** Null: they are fetched when the group is opened. */
  readonly sensors: readonly Sensor[] | null
  readonly count: number
}

/** Devices without their sensors, in the order of the list; those that have none are left out. */
export function groupDevices(devices: readonly Device[]): SensorGroup[] {
  return devices
    .filter(({ access, sensorCount }) => access === 'open' && (sensorCount ?? 0) > 0)
    .map((device) => ({
      ...{ lesiId: device.lesiId, name: device.name, device },
      ...{ sensors: null, count: device.sensorCount ?? 0 },
    }))
}

/**
 * Sensors by device, devices by name. `search` selects those in whose names, key, unit or device
 * every word of it occurs.
 */
export function groupSensors(
  sensors: readonly Sensor[],
  devices: readonly Device[],
  search: string,
  locale: string,
): SensorGroup[] {
  const deviceByLesiId = new Map(devices.map((device) => [device.lesiId, device]))
  const matches = sensorTest({ find: search })
  const byDevice = new Map<string, Sensor[]>()
  for (const sensor of sensors) {
    if (!matches(sensor, deviceByLesiId.get(sensor.lesiId)?.name ?? '')) continue
    const members = byDevice.get(sensor.lesiId)
    if (members) members.push(sensor)
    else byDevice.set(sensor.lesiId, [sensor])
  }
  const collator = new Intl.Collator(locale, { numeric: true })
  return [...byDevice]
    .map(([lesiId, members]) => ({
      lesiId,
      name: deviceByLesiId.get(lesiId)?.name ?? lesiId,
      device: deviceByLesiId.get(lesiId),
      sensors: members.toSorted((one, other) => collator.compare(one.alias, other.alias)),
      count: members.length,
    }))
    .toSorted((one, other) => collator.compare(one.name, other.name))
}
