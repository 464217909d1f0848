import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { sensorTest } from '#kit/model/sensor-filter.ts'

/** A line of the list: a device, or one of its sensors. */
export type SensorRow =
  | { readonly kind: 'device'; readonly name: string; readonly count: number; readonly id: string }
  | { readonly kind: 'sensor'; readonly sensor: Sensor; readonly id: string }

interface Wanted {
  readonly find: string
  /** Null: every type. */
  readonly type: SensorType | null
}

/**
 * The lines of the list: sensors that are wanted under their devices, both in the order of their
 * names.
 */
export function sensorRows(
  sensors: readonly Sensor[],
  deviceNames: ReadonlyMap<string, string>,
  { find, type }: Wanted,
  locale: string,
): readonly SensorRow[] {
  const isWanted = sensorTest({ find, ...(type && { type }) })
  const nameOf = (lesiId: string) => deviceNames.get(lesiId) ?? lesiId
  const groups = new Map<string, Sensor[]>()
  for (const sensor of sensors) {
    if (!isWanted(sensor, nameOf(sensor.lesiId))) continue
    const group = groups.get(sensor.lesiId)
    if (group) group.push(sensor)
    else groups.set(sensor.lesiId, [sensor])
  }
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return [...groups]
    .toSorted(([one], [other]) => compare(nameOf(one), nameOf(other)))
    .flatMap(([lesiId, group]): SensorRow[] => [
      { kind: 'device', name: nameOf(lesiId), count: group.length, id: `device ${lesiId}` },
      ...group
        .toSorted((one, other) => compare(one.alias, other.alias))
        .map((sensor): SensorRow => ({ kind: 'sensor', sensor, id: `sensor ${sensor.id}` })),
    ])
}
