import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Inspection } from '../../contract/mapping.ts'
import type { FoundSensor } from '../../contract/routes.ts'
import { SensorFinder } from './find-sensors.ts'

/** For the heads of each table the sensor that is called so; null where that is in doubt. */
export function sensorsOfHeads(
  catalogue: Catalogue,
  caller: Caller,
  inspection: Inspection | null,
): (FoundSensor | null)[][] {
  if (!inspection) return []
  const finder = new SensorFinder(catalogue, caller)
  const find = (head: string) => finder.ofHead(head) ?? finder.find('', head, 'head')
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
