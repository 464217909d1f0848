import { refusedField } from '#kit/model/errors.ts'
import { fieldError } from '#kit/model/field-errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { PageContent } from '../contract/merge.ts'
import type { Widget } from '../contract/page.ts'

type SensorName = NonNullable<Widget['sensor']>

/** Says of a sensor's name whether there is one that is open to the caller now. */
export function openSensors(catalogue: Catalogue, caller: Caller): (sensor: SensorName) => boolean {
  const devices = catalogue.visibleDeviceIds(caller)
  return ({ thing, key }) => {
    const device = catalogue.device(thing)
    if (device === undefined || !devices.has(device.id)) return false
    return catalogue.sensorByKey(device.id, key) !== undefined
  }
}

const nameOf = ({ thing, key }: SensorName) => JSON.stringify([thing, key])

function namesIn({ areas }: PageContent): Set<string> {
  const sensors = areas.flatMap(({ widgets }) => widgets.map(({ sensor }) => sensor))
  return new Set(sensors.flatMap((sensor) => (sensor ? [nameOf(sensor)] : [])))
}

/**
 * Refuses sensors that a page gets anew and that are not open to the caller. One that the page has
 * already stays: it may be closed for a while.
 */
export function requireOpenSensors(
  catalogue: Catalogue,
  caller: Caller,
  content: Pick<PageContent, 'areas'>,
  before: readonly PageContent[],
): void {
  const isOpen = openSensors(catalogue, caller)
  const earlier = new Set(before.flatMap((each) => [...namesIn(each)]))
  content.areas.forEach(({ widgets }, area) => {
    widgets.forEach(({ sensor }, index) => {
      if (sensor === null || earlier.has(nameOf(sensor)) || isOpen(sensor)) return
      throw refusedField(`areas.${area}.widgets.${index}.sensor`, fieldError('unknown_sensor'))
    })
  })
}
