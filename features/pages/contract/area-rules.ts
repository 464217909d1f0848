import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import { maximumSensorsOfPage, maximumWidgetsOfPage, pageColumns } from './limits.ts'
import type { Area, Widget } from './page.ts'
import { nameOf, sensorsOf } from './sensor-names.ts'

/** A place and size on a grid. */
export type Place = Pick<Area, 'x' | 'y' | 'w' | 'h'>

/** Whether two places share a cell. */
export function overlaps(one: Place, other: Place): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  )
}

interface Fault {
  readonly path: readonly (string | number)[]
  readonly error: FieldError
}

/**
 * What is wrong with the areas of a page beyond their shape: ids that repeat, places outside the
 * page or the area, places that overlap, a sensor that an area has twice, too many widgets or
 * sensors.
 */
export function areaFaults(areas: readonly Area[]): Fault[] {
  const faults = partFaults(areas, 'area_out_of_range', fitsColumns)
  areas.forEach((area, index) => {
    const fits = ({ x, y, w, h }: Place) => x + w <= area.w && y + h <= area.h
    const inside = partFaults(area.widgets, 'sensor_exceeds_area', fits)
    const twice = repeatedSensors(area.widgets)
    for (const { path, error } of [...inside, ...twice])
      faults.push({ path: [index, 'widgets', ...path], error })
  })
  return [...faults, ...excess(areas.flatMap(({ widgets }) => widgets))]
}

/**
 * What is wrong with the widgets of a dashboard beyond their shape: ids that repeat, places outside
 * its columns, places that overlap, a greatest size below the least one, too many widgets or
 * sensors.
 */
export function widgetFaults(widgets: readonly Widget[]): Fault[] {
  const parts = partFaults(widgets, 'widget_out_of_range', fitsColumns)
  return [...parts, ...widgets.flatMap(limitFaults), ...excess(widgets)]
}

function limitFaults({ minW, maxW, minH, maxH }: Widget, index: number): Fault[] {
  const fault = (field: 'maxW' | 'maxH', minimumSize = 1, maximumSize = Infinity): Fault[] =>
    maximumSize < minimumSize
      ? [{ path: [index, field], error: fieldError('too_small', { minimum: minimumSize }) }]
      : []
  return [...fault('maxW', minW, maxW), ...fault('maxH', minH, maxH)]
}

const fitsColumns = ({ x, w }: Place) => x + w <= pageColumns

function excess(widgets: readonly Widget[]): Fault[] {
  if (widgets.length > maximumWidgetsOfPage)
    return [{ path: [], error: fieldError('too_many_widgets', { maximum: maximumWidgetsOfPage }) }]
  const sensors = new Set(widgets.flatMap((widget) => sensorsOf(widget).map(nameOf)))
  if (sensors.size > maximumSensorsOfPage)
    return [{ path: [], error: fieldError('too_many_sensors', { maximum: maximumSensorsOfPage }) }]
  return []
}

/** Faults of parts that share one grid, each at most once. */
function partFaults(
  parts: readonly (Place & { readonly id: string })[],
  outside: 'area_out_of_range' | 'sensor_exceeds_area' | 'widget_out_of_range',
  fits: (part: Place) => boolean,
): Fault[] {
  const ids = new Set<string>()
  const placed: Place[] = []
  return parts.flatMap((part, index) => {
    const isRepeated = ids.has(part.id)
    ids.add(part.id)
    if (isRepeated) return [{ path: [index, 'id'], error: fieldError('repeated') }]
    if (!fits(part)) return [{ path: [index], error: fieldError(outside) }]
    const isTaken = placed.some((other) => overlaps(part, other))
    placed.push(part)
    return isTaken ? [{ path: [index], error: fieldError('place_taken') }] : []
  })
}

function repeatedSensors(widgets: readonly Widget[]): Fault[] {
  const shown = new Set<string>()
  return widgets.flatMap(({ sensor, kind }, index) => {
    if (sensor === null) return []
    const name = JSON.stringify([sensor.thing, sensor.key, kind])
    const isRepeated = shown.has(name)
    shown.add(name)
    return isRepeated ? [{ path: [index, 'sensor'], error: fieldError('sensor_duplicate') }] : []
  })
}
