import type { LiveDevice } from '#kit/model/live/messages.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import {
  readArrivals,
  readLastTimes,
  type Arrival,
  type SensorsOfDevices,
} from './device-times-store.ts'

/** Of devices with more sensors than this, only those that are asked for show them to be there. */
const maximumSiblings = 20_000

/** The devices of sensors. */
export function devicesOf(catalogue: Catalogue, sensors: readonly Sensor[]): CatalogueDevice[] {
  const ids = new Set(sensors.map(({ deviceId }) => deviceId))
  return [...ids].flatMap((id) => catalogue.deviceById(id) ?? [])
}

/** The sensors by which devices show that they are there: what is calculated does not. */
export function sentSensors(
  catalogue: Catalogue,
  devices: readonly CatalogueDevice[],
  asked: readonly Sensor[],
): SensorsOfDevices {
  const count = devices.reduce((sum, { id }) => sum + catalogue.sensorCount(id), 0)
  const ids = new Set(devices.map(({ id }) => id))
  const all =
    count <= maximumSiblings
      ? devices.flatMap(({ id }) => catalogue.sensorsOf(id))
      : asked.filter(({ deviceId }) => ids.has(deviceId))
  const sent = all.filter(({ isCalculated }) => !isCalculated)
  return { sensors: sent.map(({ id }) => id), devices: sent.map(({ deviceId }) => deviceId) }
}

/**
 * What devices were at `at` (ms UTC): online when anything of them was read within the silence
 * after which they count as offline, else offline since that silence was over.
 */
export async function devicesAt(
  reader: TelemetryReader,
  catalogue: Catalogue,
  asked: readonly Sensor[],
  lastRead: ReadonlyMap<number, number>,
  at: number,
): Promise<LiveDevice[]> {
  const devices = devicesOf(catalogue, asked)
  const newest = new Map<number, number>()
  for (const { id, deviceId, isCalculated } of asked)
    if (!isCalculated)
      newest.set(deviceId, Math.max(newest.get(deviceId) ?? -Infinity, lastRead.get(id) ?? -1))
  const isThere = (device: CatalogueDevice, read: number) => at - read <= device.silenceMs
  const unclear = devices.filter((device) => !isThere(device, newest.get(device.id) ?? -Infinity))
  const last =
    unclear.length === 0
      ? newest
      : await readLastTimes(reader, sentSensors(catalogue, unclear, asked), at)
  const isUnclear = new Set(unclear)
  return devices.map((device): LiveDevice => {
    const read = last.get(device.id)
    if (!isUnclear.has(device)) return [device.id, 'online', null]
    if (read === undefined) return [device.id, 'offline', null]
    return isThere(device, read)
      ? [device.id, 'online', null]
      : [device.id, 'offline', read + device.silenceMs]
  })
}

type Change = [id: number, status: LiveDevice[1], since: number]

/** When devices came and went in (from, until], ms UTC, oldest first. */
export async function deviceChanges(
  reader: TelemetryReader,
  catalogue: Catalogue,
  asked: readonly Sensor[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<LiveDevice[]> {
  const devices = devicesOf(catalogue, asked)
  if (devices.length === 0) return []
  const silences = devices.map(({ silenceMs }) => silenceMs)
  const { arrivals, last } = await readArrivals(reader, sentSensors(catalogue, devices, asked), {
    from: from - Math.max(...silences) - 1,
    until,
    leastMs: Math.min(...silences),
  })
  const arrivalsOf = Map.groupBy(arrivals, ({ device }) => device)
  return devices
    .flatMap((device) => changesOf(device, arrivalsOf.get(device.id) ?? [], last.get(device.id)))
    .filter(([, , since]) => since > from && since <= until)
    .toSorted(([, , one], [, , other]) => one - other)
}

/** A device is offline when its silence is over, and online with the next reading. */
function changesOf(
  { id, silenceMs }: CatalogueDevice,
  arrivals: readonly Arrival[],
  last: number | undefined,
): Change[] {
  const changes = arrivals.flatMap(({ at, before }, index): Change[] => {
    if (index === 0) return [[id, 'online', at]]
    if (at - before <= silenceMs) return []
    return [
      [id, 'offline', before + silenceMs],
      [id, 'online', at],
    ]
  })
  return last === undefined ? changes : [...changes, [id, 'offline', last + silenceMs]]
}
