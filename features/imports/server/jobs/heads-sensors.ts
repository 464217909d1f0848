import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Look } from '../../contract/mapping.ts'
import type { FoundSensor } from '../../contract/routes.ts'
import { SensorFinder } from './find-sensors.ts'

/** How an export calls the column of a sensor: its device, its name and its unit. */
const exported = /^(.+) · (.+?)(?: \([^()]*\))?$/

/** For the heads of each table the sensor that is called so; null where that is in doubt. */
export function sensorsOfHeads(
  catalogue: Catalogue,
  caller: Caller,
  look: Look | null,
): (FoundSensor | null)[][] {
  if (!look) return []
  const finder = new SensorFinder(catalogue, caller)
  const find = (head: string) => {
    const [, device = '', name = ''] = exported.exec(head) ?? []
    return finder.find('', head, false) ?? (name === '' ? null : finder.find(device, name, false))
  }
  return look.tables.map(({ head }) =>
    head.map((each): FoundSensor | null => {
      const sensor = each.trim() === '' ? null : find(each)
      if (!sensor) return null
      const device = catalogue.deviceById(sensor.deviceId)?.name ?? sensor.lesiId
      const { lesiId, key, alias } = sensor
      return { thing: lesiId, sensor: key, label: `${device} · ${alias}` }
    }),
  )
}
