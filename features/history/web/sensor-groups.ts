import type { Thing } from '#features/devices/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'

export interface SensorGroup {
  readonly lesiId: string
  readonly name: string
  readonly isOffline: boolean
  readonly sensors: readonly Sensor[]
}

/** Sensors by device, devices by name. `search` keeps those whose name, key or device contains every word of it. */
export function groupSensors(
  sensors: readonly Sensor[],
  things: readonly Thing[],
  search: string,
  locale: string,
): SensorGroup[] {
  const thingById = new Map(things.map((thing) => [thing.lesiId, thing]))
  const words = search.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean)
  const byThing = new Map<string, Sensor[]>()
  for (const sensor of sensors) {
    const text = `${sensor.alias} ${sensor.key} ${sensor.lesiId} ${thingById.get(sensor.lesiId)?.name ?? ''}`.toLocaleLowerCase(
      locale,
    )
    if (words.every((word) => text.includes(word))) byThing.set(sensor.lesiId, [...(byThing.get(sensor.lesiId) ?? []), sensor])
  }
  const collator = new Intl.Collator(locale, { numeric: true })
  return [...byThing]
    .map(([lesiId, members]) => ({
      lesiId,
      name: thingById.get(lesiId)?.name ?? lesiId,
      isOffline: thingById.get(lesiId)?.status === 'offline',
      sensors: members.toSorted((one, other) => collator.compare(one.alias, other.alias)),
    }))
    .toSorted((one, other) => collator.compare(one.name, other.name))
}
