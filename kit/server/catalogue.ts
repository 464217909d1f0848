import type { ContractState, Relation } from '#kit/model/device.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import type { AuditOrigin } from './audit.ts'
import type { Caller } from './caller.ts'

/** The caller, as far as the catalogue needs to know them. */
type Viewer = Pick<Caller, 'userId' | 'roles' | 'devices'>

/** A device as the data path needs it. */
export interface CatalogueDevice {
  readonly id: number
  readonly lesiId: string
  readonly name: string
  /** What it is one of; an empty text: of no product. */
  readonly product: string
  /** Silence after which the device counts as offline, in milliseconds. */
  readonly silenceMs: number
}

/** The binding of a person to a device. */
export interface Binding {
  readonly relation: Relation
  /** First day of the contract as `2026-11-30`, in the site's zone; null: it has always counted. */
  readonly contractStart: string | null
  /** Its last day, to whose end it counts; null: no end. */
  readonly contractEnd: string | null
}

/** What the source of a sensor declares about it; an empty unit and null: nothing. */
export interface SensorHint {
  readonly unit: string
  readonly type: SensorType | null
}

/** A sensor that a message names and the catalogue does not have yet. */
export interface UnknownSensor {
  readonly key: string
  /** Its first value, from which its type is inferred. */
  readonly sample: number | string | boolean
  /** What its source declares about it: this counts for more than its name and first values. */
  readonly hint?: SensorHint
}

/** The result of a request for sensors. */
export interface AddedSensors {
  /** Those that exist now. */
  readonly sensors: readonly Sensor[]
  /** Why each of the others will never be added, by key. */
  readonly refused: ReadonlyMap<string, string>
  /**
   * The defect of the server that kept each of these from being added, by key; a retry would fail,
   * too.
   */
  readonly defects: ReadonlyMap<string, unknown>
}

/**
 * Devices, sensors and who may see them, in memory: every lookup on the path of a reading answers
 * at once. Always equal to the database, also when another process changes it.
 */
export interface Catalogue {
  device(lesiId: string): CatalogueDevice | undefined
  deviceById(deviceId: number): CatalogueDevice | undefined
  /** By name. */
  devices(): readonly CatalogueDevice[]
  sensor(sensorId: number): Sensor | undefined
  sensorByKey(deviceId: number, key: string): Sensor | undefined
  /** By alias. */
  sensorsOf(deviceId: number): readonly Sensor[]
  sensorCount(deviceId: number): number
  /** Of every device. */
  sensorIds(): Iterable<number>
  /** Whether `token` is the device's own, compared in constant time. Unknown devices: false. */
  verifyToken(lesiId: string, token: string): boolean
  /**
   * Adds the missing sensors of a known device, marked "new". Calls of one moment, for whichever
   * devices, are added together by one transaction. Rejects only when a retry may succeed.
   */
  addSensors(deviceId: number, missing: readonly UnknownSensor[]): Promise<AddedSensors>
  /**
   * Adds a device that authenticates with this token, because `origin` asks for it; by default the
   * device itself, only where devices may register themselves.
   */
  registerDevice(lesiId: string, token: string, origin?: AuditOrigin): Promise<CatalogueDevice>
  /** Reads these devices again at once, for a caller that has just changed them. */
  refresh(deviceIds: readonly number[]): Promise<void>
  /**
   * Ids of the devices that are open to the caller now: all for administrators, for others those
   * bound by a contract that counts; of these the ones that an access token is for.
   */
  visibleDeviceIds(caller: Viewer): ReadonlySet<number>
  /** Everything bound to this person by device id, also what is not open to them now. */
  bindingsOf(userId: number): ReadonlyMap<number, Binding & { readonly state: ContractState }>
  /** Whether the caller may see this sensor. */
  maySeeSensor(caller: Viewer, sensorId: number): boolean
}

/**
 * The device with this LESI ID, open to the caller. Throws `contract_closed` when a binding of the
 * caller does not count now, and `not_found` for a device that does not exist as for one that is
 * not theirs: its existence is nobody else's business.
 */
export function requireOpenDevice(
  catalogue: Catalogue,
  caller: Viewer,
  lesiId: string,
): CatalogueDevice {
  const device = catalogue.device(lesiId)
  if (device && catalogue.visibleDeviceIds(caller).has(device.id)) return device
  const isInScope = device !== undefined && (caller.devices?.has(device.id) ?? true)
  const binding = isInScope && catalogue.bindingsOf(caller.userId).get(device.id)
  if (!binding) throw new AppError('not_found', `There is no device ${lesiId}`)
  throw new AppError(
    'contract_closed',
    binding.state === 'upcoming'
      ? `The contract for device ${lesiId} begins on ${binding.contractStart}`
      : `The contract for device ${lesiId} ended on ${binding.contractEnd}`,
  )
}
