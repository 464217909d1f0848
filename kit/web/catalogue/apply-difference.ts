import { longestPage, sensorTest, type SensorFilter } from '#kit/model/sensor-filter.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { CatalogueDifference } from '#kit/web/live/index.ts'
import type { DeviceItem, DeviceListData, SensorPageData } from './lists.ts'

const inOrder = new Intl.Collator('en', { numeric: true })
const isBefore = (one: Sensor, other: Sensor) =>
  (inOrder.compare(one.alias, other.alias) || one.id - other.id) < 0

/**
 * The page after what changed; the same object when nothing on it did. New sensors join a list that
 * is all on this page; of a longer one nobody here can say on which page they stand. `deviceNames`
 * by LESI ID.
 */
export function changedSensors(
  page: SensorPageData,
  filter: SensorFilter,
  { sensors, removedSensors }: Pick<CatalogueDifference, 'sensors' | 'removedSensors'>,
  deviceNames: ReadonlyMap<string, string>,
): SensorPageData {
  const test = sensorTest(filter)
  const matches = (sensor: Sensor) => test(sensor, deviceNames.get(sensor.lesiId) ?? '')
  const gone = new Set(removedSensors)
  const changed = new Map(sensors.map((sensor) => [sensor.id, sensor]))
  const known = new Set(page.sensors.map(({ id }) => id))
  const left = page.sensors.flatMap((sensor) => {
    const after = changed.get(sensor.id) ?? sensor
    return gone.has(sensor.id) || (after !== sensor && !matches(after)) ? [] : [after]
  })
  const isWhole = page.total === page.sensors.length
  const added = isWhole
    ? sensors.filter((sensor) => !known.has(sensor.id) && !gone.has(sensor.id) && matches(sensor))
    : []
  const isSame =
    added.length === 0 &&
    left.length === known.size &&
    left.every((sensor, index) => sensor === page.sensors[index])
  if (isSame) return page
  const total = page.total + left.length - known.size + added.length
  return { sensors: sorted([...left, ...added]).slice(0, longestPage), total }
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
export function changedDevices<Item extends DeviceItem>(
  list: DeviceListData<Item>,
  { devices, removedDevices }: Pick<CatalogueDifference, 'devices' | 'removedDevices'>,
): DeviceListData<Item> | null {
  const gone = new Set(removedDevices)
  const changed = new Map(devices.map((device) => [device.id, device]))
  const known = new Set(list.devices.map(({ id }) => id))
  if (list.total === list.devices.length && devices.some(({ id }) => !known.has(id))) return null
  let { total, open, sensors } = list
  const present: Item[] = []
  for (const device of list.devices) {
    const after = changed.get(device.id)
    if (gone.has(device.id)) {
      total--
      open--
      sensors -= device.sensorCount ?? 0
      continue
    }
    sensors += (after?.sensorCount ?? device.sensorCount ?? 0) - (device.sensorCount ?? 0)
    present.push(after ? { ...device, ...after } : device)
  }
  return { ...list, devices: present, total, open, sensors }
}
