import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { BoardSensor } from '../contract/board.ts'
import type { BoardContent } from '../contract/merge.ts'
import type { SensorName, Widget } from '../contract/page.ts'
import { nameOf, sensorsOf, widgetsOf } from '../contract/sensor-names.ts'

export type Lookups = Pick<Catalogue, 'device' | 'sensorByKey' | 'visibleDeviceIds'>
type Viewer = Pick<Caller, 'userId' | 'roles'>
type Content = Pick<BoardContent, 'areas' | 'widgets'>

/** Finds the sensor of a name where it is open to the caller now; null where it is not. */
export function openSensors(
  catalogue: Lookups,
  viewer: Viewer,
): (sensor: SensorName) => Sensor | null {
  const devices = catalogue.visibleDeviceIds(viewer)
  return ({ thing, key }) => {
    const device = catalogue.device(thing)
    if (device === undefined || !devices.has(device.id)) return null
    return catalogue.sensorByKey(device.id, key) ?? null
  }
}

/** Every sensor that a board names, once, as far as it is open to this person. */
export function describeSensors(
  catalogue: Lookups,
  viewer: Viewer,
  content: Content,
): BoardSensor[] {
  const find = openSensors(catalogue, viewer)
  const names = new Map(
    widgetsOf(content)
      .flatMap(sensorsOf)
      .map((name) => [nameOf(name), name]),
  )
  return [...names.values()].map(({ thing, key }) => {
    const sensor = find({ thing, key })
    const device = catalogue.device(thing)
    const exists = device !== undefined && catalogue.sensorByKey(device.id, key) !== undefined
    return { thing, key, state: sensor ? 'open' : exists ? 'closed' : 'gone', sensor }
  })
}

/**
 * Refuses sensors that a board gets again and that are not open to the caller. One that the board
 * has already stays: it may be closed for a while.
 */
export function requireOpenSensors(
  catalogue: Lookups,
  viewer: Viewer,
  { areas, widgets }: Content,
  before: readonly Content[],
): void {
  const find = openSensors(catalogue, viewer)
  const earlier = new Set(before.flatMap(widgetsOf).flatMap(sensorsOf).map(nameOf))
  const require = (name: SensorName, path: string) => {
    if (!earlier.has(nameOf(name)) && find(name) === null)
      throw refusedField(path, fieldError('unknown_sensor'))
  }
  const requireAll = (each: readonly Widget[], path: string) =>
    each.forEach(({ sensor, sensors }, index) => {
      if (sensor !== null) require(sensor, `${path}.${index}.sensor`)
      sensors.forEach((name, place) => require(name, `${path}.${index}.sensors.${place}`))
    })
  areas.forEach((area, index) => requireAll(area.widgets, `areas.${index}.widgets`))
  requireAll(widgets, 'widgets')
}

/** The same widgets without the sensors that are not open to this person. */
export function withOpenSensors(
  catalogue: Lookups,
  viewer: Viewer,
  widgets: readonly Widget[],
): Widget[] {
  const find = openSensors(catalogue, viewer)
  return widgets.map((widget) => ({
    ...widget,
    sensor: widget.sensor && find(widget.sensor) ? widget.sensor : null,
    sensors: widget.sensors.filter((name) => find(name) !== null),
  }))
}
