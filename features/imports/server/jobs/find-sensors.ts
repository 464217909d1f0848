import type { Rights } from '#kit/model/gate.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { isAdministrator } from '#kit/model/gate.ts'

interface Viewer extends Pick<Rights, 'roles'> {
  readonly userId: number
}

/**
 * Whether this person may add readings of the past to a device: administrators, and its parent
 * account for the days of the contract.
 */
export function mayImportTo(catalogue: Catalogue, caller: Viewer, deviceId: number): boolean {
  if (!catalogue.visibleDeviceIds(caller).has(deviceId)) return false
  if (isAdministrator(caller)) return true
  const binding = catalogue.bindingsOf(caller.userId).get(deviceId)
  return binding?.relation === 'admin' && binding.state === 'open'
}

const maximumSheetName = 31

/** A name as a sheet can have it. */
const sheetNameOf = (name: string) =>
  name
    .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replaceAll(/^[' ]+|[' ]+$/g, '')
    .slice(0, maximumSheetName)
    .trim()
    .toLowerCase()

/** Finds the sensors that names of a file stand for, among those that a person may import to. */
export class SensorFinder {
  readonly #byName = new Map<string, Sensor[]>()
  readonly #bySheet = new Map<string, Sensor[]>()
  readonly #devices = new Map<number, ReadonlySet<string>>()

  constructor(catalogue: Catalogue, caller: Viewer) {
    for (const device of catalogue.devices()) {
      if (!mayImportTo(catalogue, caller, device.id)) continue
      const names = new Set([device.lesiId, device.name].map((name) => name.trim().toLowerCase()))
      this.#devices.set(device.id, names)
      for (const sensor of catalogue.sensorsOf(device.id))
        if (!sensor.isCalculated) this.#add(sensor, names)
    }
  }

  /** The sensor of this key or name, of this device if it is named; null where it is in doubt. */
  find(device: string, name: string, isSheet: boolean): Sensor | null {
    const wanted = device.trim().toLowerCase()
    const isOfDevice = ({ deviceId }: Sensor) =>
      wanted === '' || this.#devices.get(deviceId)?.has(wanted) === true
    const listed = isSheet ? this.#ofSheet(name) : this.#byName.get(name.trim().toLowerCase())
    const found = (listed ?? []).filter(isOfDevice)
    const ofKey = found.filter(({ key }) => key === name.trim())
    const left = ofKey.length === 1 ? ofKey : found
    return left.length === 1 ? (left[0] ?? null) : null
  }

  /** A table that goes on in a next sheet has a number behind its name. */
  #ofSheet(name: string): readonly Sensor[] | undefined {
    const whole = name.trim().toLowerCase()
    return this.#bySheet.get(whole) ?? this.#bySheet.get(whole.replace(/ \(\d+\)$/, ''))
  }

  #add(sensor: Sensor, devices: ReadonlySet<string>): void {
    const { key, alias } = sensor
    const names = new Set([key, alias].map((name) => name.trim().toLowerCase()))
    for (const name of names) push(this.#byName, name, sensor)
    // Where several are called alike an export writes the device before the sensor.
    const whole = [...devices].map((device) => `${device} · ${alias}`)
    const sheets = new Set([key, alias, ...whole].map(sheetNameOf))
    for (const name of sheets) push(this.#bySheet, name, sensor)
  }
}

function push(map: Map<string, Sensor[]>, name: string, sensor: Sensor): void {
  const list = map.get(name)
  if (list) list.push(sensor)
  else map.set(name, [sensor])
}
