import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import type { LastReading } from '../../contract/routes.ts'

interface Services {
  readonly catalogue: Catalogue
  readonly current: CurrentReadings
}

interface DevicePart {
  readonly lesiId: string
  readonly name: string
  readonly readings: LastReading[]
}

/**
 * Last readings of the `limit` visible sensors of the page, by device; devices by their id, sensors
 * as the catalogue orders them.
 */
export function realtimePage(
  { catalogue, current }: Services,
  caller: Caller,
  { page, limit }: { readonly page: number; readonly limit: number },
): { data: DevicePart[]; meta: { total: number; page: number; limit: number } } {
  const first = (page - 1) * limit
  const data: DevicePart[] = []
  let total = 0
  for (const id of [...catalogue.visibleDeviceIds(caller)].toSorted((one, other) => one - other)) {
    const device = catalogue.deviceById(id)
    const [from, to] = [first - total, first + limit - total]
    total += catalogue.sensorCount(id)
    if (!device || total <= first || to <= 0) continue
    const sensors = catalogue.sensorsOf(id).slice(Math.max(0, from), to)
    data.push({
      lesiId: device.lesiId,
      name: device.name,
      readings: lastReadings(current, sensors),
    })
  }
  return { data, meta: { total, page, limit } }
}

function lastReadings(current: CurrentReadings, sensors: readonly Sensor[]): LastReading[] {
  return sensors.flatMap(({ id: sensorId, key }) => {
    const reading = current.get(sensorId)?.reading
    return reading
      ? [{ sensorId, key, time: reading.time, value: reading.value, quality: reading.quality }]
      : []
  })
}
