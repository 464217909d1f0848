import { columnHead, deviceWithId, pairedSheetName, sheetName } from '#kit/model/exported-names.ts'
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

/** Where a name stands in a file; in a cell a key counts more than how another one is called. */
type NamePlace = 'cell' | 'head' | 'sheet'

/** A device to which a person may import, and how files call it. */
interface NamedDevice {
  readonly id: number
  readonly names: readonly string[]
  readonly sensors: readonly Sensor[]
}

/** Finds the sensors that names of a file stand for, among those that a person may import to. */
export class SensorFinder {
  readonly #devices: readonly NamedDevice[]
  readonly #byDevice: ReadonlyMap<string, readonly NamedDevice[]>
  readonly #byName: ReadonlyMap<string, readonly Sensor[]>
  #bySheet: ReadonlyMap<string, readonly Sensor[]> | null = null

  constructor(catalogue: Catalogue, caller: Viewer) {
    this.#devices = catalogue
      .devices()
      .filter(({ id }) => mayImportTo(catalogue, caller, id))
      .map(({ id, lesiId, name }) => ({
        id,
        names: [...new Set([name, lesiId, deviceWithId(name, lesiId)])],
        sensors: catalogue.sensorsOf(id).filter(({ isCalculated }) => !isCalculated),
      }))
    this.#byDevice = listedBy(this.#devices, ({ names }) => names)
    this.#byName = listedBy(this.#sensors(), namesOf)
  }

  /** The sensor of this key or name, of this device if it is named; null where it is in doubt. */
  find(device: string, name: string, place: NamePlace): Sensor | null {
    const listed = (place === 'sheet' ? this.#sheets() : this.#byName).get(folded(name)) ?? []
    const devices = new Set(this.#called(device).map(({ id }) => id))
    const isAny = device.trim() === ''
    const found = isAny ? listed : listed.filter(({ deviceId }) => devices.has(deviceId))
    const ofKey = place === 'cell' ? found.filter(({ key }) => key === name.trim()) : []
    return onlyOf(ofKey) ?? onlyOf(found)
  }

  /**
   * The sensor whose column an export heads so, with its device and unit; null where it is in
   * doubt, and where the unit is another one now.
   */
  ofHead(head: string): Sensor | null {
    const devices: string[] = []
    for (let at = head.indexOf(separator); at !== -1; at = head.indexOf(separator, at + 1))
      devices.push(head.slice(0, at))
    const isHeaded = (device: string) => (sensor: Sensor) =>
      [sensor.unit, ''].some((unit) =>
        namesOf(sensor).some(
          (alias) => folded(columnHead({ device, alias, unit })) === folded(head),
        ),
      )
    const found = devices.flatMap((device) =>
      this.#called(device).flatMap(({ sensors }) => sensors.filter(isHeaded(device))),
    )
    return onlyOf(found)
  }

  #called(device: string): readonly NamedDevice[] {
    return this.#byDevice.get(folded(device)) ?? []
  }

  /** Made only for files that need it. */
  #sheets(): ReadonlyMap<string, readonly Sensor[]> {
    if (this.#bySheet) return this.#bySheet
    const namesOf = new Map(this.#devices.map(({ id, names }) => [id, names]))
    this.#bySheet = listedBy(this.#sensors(), (sensor) =>
      sheetsOf(sensor, namesOf.get(sensor.deviceId) ?? []),
    )
    return this.#bySheet
  }

  #sensors(): readonly Sensor[] {
    return this.#devices.flatMap(({ sensors }) => sensors)
  }
}

const separator = ' · '
const namesOf = ({ key, alias }: Sensor) => [key, alias]

/** Where several are called alike an export writes the device before the sensor. */
function sheetsOf(sensor: Sensor, devices: readonly string[]): string[] {
  const names = namesOf(sensor)
  const pairs = devices.flatMap((device) =>
    // Those of former exports have lost what was too long at their ends.
    names.flatMap((name) => [pairedSheetName(device, name), sheetName(device + separator + name)]),
  )
  return [...names.map((name) => sheetName(name)), ...pairs]
}

const folded = (name: string) => name.trim().toLowerCase()

const onlyOf = (sensors: readonly Sensor[]): Sensor | null =>
  sensors.length === 1 ? (sensors[0] ?? null) : null

/** By what they are called, in small letters. */
function listedBy<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of items)
    for (const name of new Set(namesOf(item).map(folded))) {
      const list = found.get(name)
      if (list) list.push(item)
      else found.set(name, [item])
    }
  return found
}
