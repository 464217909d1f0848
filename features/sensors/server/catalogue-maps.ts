import type { Sensor } from '#kit/model/sensor.ts'
import type { DeviceChange } from '#kit/server/bus.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DeviceEntry, FormerToken } from './catalogue-store.ts'
import { isSameSensor } from './same-sensor.ts'
import type { Visibility } from './visibility.ts'

/** What a change of the catalogue touched. */
export interface CatalogueChange {
  readonly changes: readonly DeviceChange[]
  /** Devices whose former token no longer works. */
  readonly lesiIdsWithOldToken: readonly string[]
  /** People whose bindings are others than before. */
  readonly userIds: readonly number[]
}

/** A device in memory. */
interface StoredDevice {
  device: CatalogueDevice
  tokenHash: Buffer
  formerToken: FormerToken | undefined
  readonly sensors: Map<string, Sensor>
  /** Made when first asked for. */
  inOrder: readonly Sensor[] | null
}

const inOrder = new Intl.Collator('en', { numeric: true })

/** Every device and sensor under each key by which it is looked up. */
export class CatalogueMaps {
  readonly #devices = new Map<number, StoredDevice>()
  readonly #idByLesiId = new Map<string, number>()
  readonly #sensors = new Map<number, Sensor>()
  readonly #visibility: Visibility
  readonly #clock: Clock
  /** Devices that a former token opened when it was read, and whose end has yet to be announced. */
  readonly #withFormer = new Set<number>()
  #allIds: ReadonlySet<number> | null = null
  #devicesInOrder: readonly CatalogueDevice[] | null = null

  /** `visibility` receives who is bound to each device. */
  constructor(visibility: Visibility, clock: Clock) {
    this.#visibility = visibility
    this.#clock = clock
  }

  device(deviceId: number): CatalogueDevice | undefined {
    return this.#devices.get(deviceId)?.device
  }

  /** By name. */
  devices(): readonly CatalogueDevice[] {
    this.#devicesInOrder ??= Array.from(this.#devices.values(), ({ device }) => device).toSorted(
      (one, other) => inOrder.compare(one.name, other.name) || one.id - other.id,
    )
    return this.#devicesInOrder
  }

  idByLesiId(lesiId: string): number | undefined {
    return this.#idByLesiId.get(lesiId)
  }

  tokenHash(deviceId: number): Buffer | undefined {
    return this.#devices.get(deviceId)?.tokenHash
  }

  formerToken(deviceId: number): FormerToken | undefined {
    return this.#devices.get(deviceId)?.formerToken
  }

  /** LESI IDs of devices whose former token has just ended. */
  takeEnded(): readonly string[] {
    const now = this.#clock()
    return [...this.#withFormer].flatMap((deviceId) => {
      const held = this.#devices.get(deviceId)
      if (held?.formerToken && held.formerToken.until > now) return []
      this.#withFormer.delete(deviceId)
      return held?.formerToken ? [held.device.lesiId] : []
    })
  }

  sensor(sensorId: number): Sensor | undefined {
    return this.#sensors.get(sensorId)
  }

  sensorIds(): Iterable<number> {
    return this.#sensors.keys()
  }

  sensorByKey(deviceId: number, key: string): Sensor | undefined {
    return this.#devices.get(deviceId)?.sensors.get(key)
  }

  sensorCount(deviceId: number): number {
    return this.#devices.get(deviceId)?.sensors.size ?? 0
  }

  /** By alias. */
  sensorsOf(deviceId: number): readonly Sensor[] {
    const held = this.#devices.get(deviceId)
    if (!held) return []
    held.inOrder ??= [...held.sensors.values()].toSorted(
      (one, other) => inOrder.compare(one.alias, other.alias) || one.id - other.id,
    )
    return held.inOrder
  }

  /** One moment's state: never changed. */
  get allIds(): ReadonlySet<number> {
    this.#allIds ??= new Set(this.#devices.keys())
    return this.#allIds
  }

  /**
   * Makes the devices `deviceIds` equal to what was read about them; those not among `read` are
   * gone.
   */
  replace(deviceIds: Iterable<number>, read: readonly DeviceEntry[]): CatalogueChange {
    const fresh = new Map(read.map((entry) => [entry.device.id, entry]))
    const changes: DeviceChange[] = []
    const lesiIdsWithOldToken: string[] = []
    const userIds = new Set<number>()
    for (const deviceId of deviceIds) {
      const [before, after] = [this.#devices.get(deviceId), fresh.get(deviceId)]
      const opened = before && this.#tokensOf(before)
      if (opened && !(after?.device.lesiId === before.device.lesiId && opensAll(opened, after)))
        lesiIdsWithOldToken.push(before.device.lesiId)
      const concerned = this.#visibility.replace(deviceId, after?.bindings ?? [])
      for (const userId of concerned) userIds.add(userId)
      const change = after
        ? this.#set(before, after, concerned.length > 0)
        : before && this.#remove(before)
      if (change) changes.push(change)
    }
    return { changes, lesiIdsWithOldToken, userIds: [...userIds] }
  }

  /** Adds sensors of present devices, or replaces them. */
  addSensors(sensors: readonly Sensor[]): readonly DeviceChange[] {
    const changes: DeviceChange[] = []
    for (const [deviceId, own] of Map.groupBy(sensors, (sensor) => sensor.deviceId)) {
      const held = this.#devices.get(deviceId)
      const changed = held ? this.#setSensors(held, own) : []
      if (changed.length > 0)
        changes.push({
          deviceId,
          isDeviceChanged: false,
          changedSensors: changed,
          removedSensors: [],
        })
    }
    return changes
  }

  #set(
    before: StoredDevice | undefined,
    after: DeviceEntry,
    isRebound: boolean,
  ): DeviceChange | undefined {
    const { device, tokenHash } = after
    const isRenamed = before?.device.lesiId !== device.lesiId
    const isSame =
      before !== undefined && isSameDevice(before, after) && tokenHash.equals(before.tokenHash)
    const { formerToken } = after
    const isDeviceChanged = isRenamed || isRebound || !isSame
    const held = before ?? {
      ...{ device, tokenHash, formerToken },
      ...{ sensors: new Map<string, Sensor>(), inOrder: null },
    }
    held.formerToken = formerToken
    if (formerToken && formerToken.until > this.#clock()) this.#withFormer.add(device.id)
    if (!before) this.#allIds = null
    if (isDeviceChanged) {
      this.#devicesInOrder = null
      if (before && isRenamed) this.#removeName(before)
      Object.assign(held, { device, tokenHash })
      this.#devices.set(device.id, held)
      this.#idByLesiId.set(device.lesiId, device.id)
    }
    const removedSensors = this.#removeSensorsBut(held, after.sensors)
    const changedSensors = this.#setSensors(held, after.sensors)
    if (!isDeviceChanged && removedSensors.length === 0 && changedSensors.length === 0)
      return undefined
    return { deviceId: device.id, isDeviceChanged, changedSensors, removedSensors }
  }

  /** Those that open the device; a former one whose end was announced is none. */
  #tokensOf({ device, tokenHash, formerToken }: StoredDevice): Tokens {
    return { tokenHash, formerToken: this.#withFormer.has(device.id) ? formerToken : undefined }
  }

  #setSensors(held: StoredDevice, sensors: readonly Sensor[]): number[] {
    const changed: number[] = []
    for (const sensor of sensors) {
      const before = held.sensors.get(sensor.key)
      if (before && isSameSensor(before, sensor)) continue
      held.sensors.set(sensor.key, sensor)
      this.#sensors.set(sensor.id, sensor)
      held.inOrder = null
      changed.push(sensor.id)
    }
    return changed
  }

  #removeSensorsBut(held: StoredDevice, sensors: readonly Sensor[]): number[] {
    const removed: number[] = []
    const idByKey = new Map(sensors.map(({ key, id }) => [key, id]))
    const ids = new Set(idByKey.values())
    for (const [key, sensor] of held.sensors) {
      if (idByKey.get(key) === sensor.id) continue
      held.sensors.delete(key)
      held.inOrder = null
      if (ids.has(sensor.id)) continue
      if (this.#sensors.get(sensor.id) === sensor) this.#sensors.delete(sensor.id)
      removed.push(sensor.id)
    }
    return removed
  }

  #remove(held: StoredDevice): DeviceChange {
    const { id } = held.device
    this.#devices.delete(id)
    this.#allIds = null
    this.#devicesInOrder = null
    this.#removeName(held)
    return {
      deviceId: id,
      isDeviceChanged: true,
      changedSensors: [],
      removedSensors: this.#removeSensorsBut(held, []),
    }
  }

  #removeName({ device }: StoredDevice): void {
    if (this.#idByLesiId.get(device.lesiId) === device.id) this.#idByLesiId.delete(device.lesiId)
  }
}

const isSameDevice = (before: StoredDevice, { device }: DeviceEntry): boolean =>
  before.device.name === device.name &&
  before.device.product === device.product &&
  before.device.silenceMs === device.silenceMs

type Tokens = Pick<StoredDevice, 'tokenHash' | 'formerToken'>

/** Whether each token that opened the device before does so still. */
function opensAll(before: Tokens, after: Pick<DeviceEntry, 'tokenHash' | 'formerToken'>): boolean {
  const isOpen = (hash: Buffer) =>
    after.tokenHash.equals(hash) || after.formerToken?.hash.equals(hash) === true
  return isOpen(before.tokenHash) && (!before.formerToken || isOpen(before.formerToken.hash))
}
