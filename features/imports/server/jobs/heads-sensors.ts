import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Inspection } from '../../contract/mapping.ts'
import type { FoundSensor } from '../../contract/routes.ts'
import { SensorFinder } from './find-sensors.ts'

const separator = ' · '
const unit = / \([^()]*\)$/

/** The device and the name of a sensor, as an export heads its column: with its unit, if any. */
function namesOf(head: string): readonly [device: string, name: string] {
  const place = head.lastIndexOf(separator)
  if (place === -1) return ['', '']
  return [head.slice(0, place), head.slice(place + separator.length).replace(unit, '')]
}

/** For the heads of each table the sensor that is called so; null where that is in doubt. */
export function sensorsOfHeads(
  catalogue: Catalogue,
  caller: Caller,
  inspection: Inspection | null,
): (FoundSensor | null)[][] {
  if (!inspection) return []
  const finder = new SensorFinder(catalogue, caller)
  const find = (head: string) => {
    const [device, name] = namesOf(head)
    return finder.find('', head, false) ?? (name === '' ? null : finder.find(device, name, false))
  }
  return inspection.tables.map(({ head }) =>
    head.map((each): FoundSensor | null => {
      const sensor = each.trim() === '' ? null : find(each)
      if (!sensor) return null
      const device = catalogue.deviceById(sensor.deviceId)?.name ?? sensor.lesiId
      const { lesiId, key, alias } = sensor
      return { thing: lesiId, sensor: key, label: `${device} · ${alias}` }
    }),
  )
}
