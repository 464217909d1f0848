import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice, type Catalogue } from '#kit/server/catalogue.ts'
import type { Mapping } from '../../contract/mapping.ts'
import type { NamedSensor } from '../../contract/outcome.ts'
import { nameKey } from '../file/mapped-rows.ts'
import { mayImportTo, type SensorFinder } from './find-sensors.ts'
import type { Plan } from './imports-store.ts'

/**
 * The sensors that a mapping names, for a person who may import to them. Refused with the field: a
 * sensor that is not there for this person, is calculated, or is in two columns. Names of a
 * long table that it does not give a sensor are found later.
 */
export function planOf(catalogue: Catalogue, caller: Caller, { shape }: Mapping): Plan {
  const places = new Places()
  const plan = (ofColumns: number[], ofNames: [string, number][]): Plan => ({
    ...{ sensorIds: places.ids, ofColumns, ofNames, roles: [...caller.roles] },
  })
  if (shape.kind === 'long')
    return plan(
      [],
      shape.names.map(({ device, name, ...sensor }, index) => {
        const found = importable(catalogue, caller, sensor, `mapping.shape.names.${index}`)
        return [nameKey(device, name), places.of(found)]
      }),
    )
  const ofColumns = shape.columns.map((column, index) => {
    const field = `mapping.shape.columns.${index}`
    const found = importable(catalogue, caller, column, field)
    if (places.has(found)) throw refusedField(field, fieldError('repeated'))
    return places.of(found)
  })
  return plan(ofColumns, [])
}

/** Each sensor has one place in the list, in the order in which they come. */
class Places {
  readonly ids: number[] = []

  has({ id }: Sensor): boolean {
    return this.ids.includes(id)
  }

  of(sensor: Sensor): number {
    if (!this.has(sensor)) this.ids.push(sensor.id)
    return this.ids.indexOf(sensor.id)
  }
}

interface SensorName {
  readonly thing: string
  readonly sensor: string
}

function importable(
  catalogue: Catalogue,
  caller: Caller,
  { thing, sensor: key }: SensorName,
  field: string,
): Sensor {
  const refused = () => refusedField(field, fieldError('unknown_sensor'))
  const device = openDevice(catalogue, caller, thing)
  const sensor = device && catalogue.sensorByKey(device.id, key)
  if (!device || !sensor) throw refused()
  if (!mayImportTo(catalogue, caller, device.id))
    throw refusedField(field, fieldError('device_not_configurable', { lesiId: thing }))
  if (sensor.isCalculated) throw refusedField(field, fieldError('not_for_calculated'))
  return sensor
}

/** A device of others is answered like one that does not exist. */
function openDevice(catalogue: Catalogue, caller: Caller, thing: string) {
  try {
    return requireOpenDevice(catalogue, caller, thing)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

interface FileName {
  readonly device: string
  readonly name: string
}

/** The plan with the names of the file, of which some are in doubt. */
export function completePlan(
  plan: Plan,
  names: readonly FileName[],
  { find, sensor }: { find: SensorFinder; sensor: Catalogue['sensor'] },
  isSheet: boolean,
): { readonly plan: Plan; readonly names: readonly NamedSensor[] } {
  const placesByName = new Map(plan.ofNames)
  const sensorIds = [...plan.sensorIds]
  const ofNames: [string, number][] = []
  const named = names.map(({ device, name }): NamedSensor => {
    const place = placesByName.get(nameKey(device, name))
    const found =
      place === undefined
        ? find.find(device, name, isSheet ? 'sheet' : 'cell')
        : sensor(sensorIds[place] ?? 0)
    if (!found) return { device, name, found: null }
    if (!sensorIds.includes(found.id)) sensorIds.push(found.id)
    ofNames.push([nameKey(device, name), sensorIds.indexOf(found.id)])
    return { device, name, found: { thing: found.lesiId, sensor: found.key } }
  })
  return { plan: { ...plan, sensorIds, ofNames }, names: named }
}
