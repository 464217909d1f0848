import type { RouteReply } from '#kit/model/calls/route.ts'
import { maximumPageSize, sensorTest, type SensorFilter } from '#kit/model/sensor-filter.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDifference } from '#kit/web/live/index.ts'
import type { listSensors } from '../contract/routes.ts'

/** What of a difference changes lists. */
export type ListDifference = Pick<
  CatalogueDifference,
  'sensors' | 'removedSensors' | 'devices' | 'removedDevices'
>

type SensorList = RouteReply<typeof listSensors>

/** What differences change in the list of devices; the rest of it stays as it is. */
export interface DeviceList<Item extends DeviceItem = DeviceItem> {
  readonly data: Item[]
  readonly meta: {
    readonly total: number
    readonly open: number
    readonly sensors: number
  }
}

interface DeviceItem {
  readonly id: number
  readonly lesiId: string
  readonly name: string
  readonly sensorCount: number | null
}

const inOrder = new Intl.Collator('en', { numeric: true })
const isBefore = (one: Sensor, other: Sensor) =>
  (inOrder.compare(one.alias, other.alias) || one.id - other.id) < 0

/**
 * The page after what changed; the same object when nothing on it did. New sensors join a list that
 * is all on this page; of a longer one nobody here can say on which page they stand. `deviceNames`
 * by LESI ID.
 */
export function changedSensors(
  page: SensorList,
  filter: SensorFilter,
  { sensors, removedSensors }: Pick<CatalogueDifference, 'sensors' | 'removedSensors'>,
  deviceNames: ReadonlyMap<string, string>,
): SensorList {
  const { data, meta } = page
  const test = sensorTest(filter)
  const matches = (sensor: Sensor) => test(sensor, deviceNames.get(sensor.lesiId) ?? '')
  const removed = new Set(removedSensors)
  const changed = new Map(sensors.map((sensor) => [sensor.id, sensor]))
  const listed = new Set(data.map(({ id }) => id))
  const left = data.flatMap((sensor) => {
    const after = changed.get(sensor.id) ?? sensor
    return removed.has(sensor.id) || (after !== sensor && !matches(after)) ? [] : [after]
  })
  const isWhole = meta.total === data.length
  const added = isWhole
    ? sensors.filter(
        (sensor) => !listed.has(sensor.id) && !removed.has(sensor.id) && matches(sensor),
      )
    : []
  const isSame =
    added.length === 0 &&
    left.length === listed.size &&
    left.every((sensor, index) => sensor === data[index])
  if (isSame) return page
  const total = meta.total + left.length - listed.size + added.length
  return {
    data: sorted([...left, ...added]).slice(0, maximumPageSize),
    meta: { ...meta, total },
  }
}

/** Sensors asked for by name, after what changed; the same object when none of them did. */
export function renewedSensors<Reply extends { readonly data: Sensor[] }>(
  reply: Reply,
  { sensors, removedSensors }: Pick<CatalogueDifference, 'sensors' | 'removedSensors'>,
): Reply {
  const changed = new Map(sensors.map((sensor) => [sensor.id, sensor]))
  const removed = new Set(removedSensors)
  if (!reply.data.some(({ id }) => changed.has(id) || removed.has(id))) return reply
  const left = reply.data.filter(({ id }) => !removed.has(id))
  return { ...reply, data: left.map((sensor) => changed.get(sensor.id) ?? sensor) }
}

/** By alias within each device; the devices stay in the order in which they first appear. */
function sorted(sensors: readonly Sensor[]): Sensor[] {
  const groups = Map.groupBy(sensors, ({ deviceId }) => deviceId)
  return [...groups.values()].flatMap((group) =>
    group.toSorted((one, other) => (isBefore(one, other) ? -1 : 1)),
  )
}

/**
 * The list of devices after what changed; null when it must be fetched again, because a device is
 * new.
 */
export function changedDevices<Item extends DeviceItem, List extends DeviceList<Item>>(
  list: List,
  { devices, removedDevices }: Pick<CatalogueDifference, 'devices' | 'removedDevices'>,
): List | null {
  const removed = new Set(removedDevices)
  const changed = new Map(devices.map((device) => [device.id, device]))
  const listed = new Set(list.data.map(({ id }) => id))
  if (list.meta.total === list.data.length && devices.some(({ id }) => !listed.has(id))) return null
  let { total, open, sensors } = list.meta
  const present: Item[] = []
  for (const device of list.data) {
    const after = changed.get(device.id)
    if (removed.has(device.id)) {
      total--
      open--
      sensors -= device.sensorCount ?? 0
      continue
    }
    sensors += (after?.sensorCount ?? device.sensorCount ?? 0) - (device.sensorCount ?? 0)
    present.push(after ? { ...device, ...after } : device)
  }
  return { ...list, data: present, meta: { ...list.meta, total, open, sensors } }
}
