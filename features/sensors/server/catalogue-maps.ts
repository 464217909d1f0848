import type { Sensor } from '#kit/model/sensor.ts'
import type { DeviceEntry } from './catalogue-store.ts'

/** What a change of the catalogue touched. */
export interface CatalogueChange {
  readonly deviceIds: readonly number[]
  /** Devices whose former token no longer works. */
  readonly lesiIdsWithOldToken: readonly string[]
}

/** Every device and sensor under each key by which it is looked up. */
export class CatalogueMaps {
  readonly entries = new Map<number, DeviceEntry>()
  readonly idByLesiId = new Map<string, number>()
  readonly sensors = new Map<number, Sensor>()
  readonly #sensorsByKey = new Map<number, ReadonlyMap<string, Sensor>>()
  readonly #devicesOfUser = new Map<number, Set<number>>()
  /** Replaced, never changed, so that whoever holds it has one moment's state. */
  allIds: ReadonlySet<number> = new Set()

  sensorByKey(deviceId: number, key: string): Sensor | undefined {
    return this.#sensorsByKey.get(deviceId)?.get(key)
  }

  devicesOfUser(userId: number): ReadonlySet<number> {
    return this.#devicesOfUser.get(userId) ?? none
  }

  /** Makes the devices `deviceIds` equal to what was read about them; those not among `read` are gone. */
  replace(deviceIds: Iterable<number>, read: readonly DeviceEntry[]): CatalogueChange {
    const fresh = new Map(read.map((entry) => [entry.device.id, entry]))
    const changed: number[] = []
    const lesiIdsWithOldToken: string[] = []
    for (const deviceId of deviceIds) {
      const [before, after] = [this.entries.get(deviceId), fresh.get(deviceId)]
      if (before && after?.device.lesiId === before.device.lesiId && after.tokenHash.equals(before.tokenHash)) {
        if (JSON.stringify(before) === JSON.stringify(after)) continue
      } else if (before) lesiIdsWithOldToken.push(before.device.lesiId)
      else if (!after) continue
      if (before) this.#remove(before)
      if (after) this.#add(after)
      changed.push(deviceId)
    }
    this.allIds = new Set(this.entries.keys())
    return { deviceIds: changed, lesiIdsWithOldToken }
  }

  #add(entry: DeviceEntry): void {
    const { device, sensors, boundUserIds } = entry
    this.entries.set(device.id, entry)
    this.idByLesiId.set(device.lesiId, device.id)
    this.#sensorsByKey.set(device.id, new Map(sensors.map((sensor) => [sensor.key, sensor])))
    for (const sensor of sensors) this.sensors.set(sensor.id, sensor)
    for (const userId of boundUserIds) {
      this.#devicesOfUser.set(userId, new Set(this.#devicesOfUser.get(userId)).add(device.id))
    }
  }

  #remove({ device, sensors, boundUserIds }: DeviceEntry): void {
    this.entries.delete(device.id)
    if (this.idByLesiId.get(device.lesiId) === device.id) this.idByLesiId.delete(device.lesiId)
    this.#sensorsByKey.delete(device.id)
    for (const sensor of sensors) this.sensors.delete(sensor.id)
    for (const userId of boundUserIds) {
      const devices = new Set(this.#devicesOfUser.get(userId))
      devices.delete(device.id)
      if (devices.size > 0) this.#devicesOfUser.set(userId, devices)
      else this.#devicesOfUser.delete(userId)
    }
  }
}

const none: ReadonlySet<number> = new Set()
