import type { LiveDevice } from '#kit/model/live/messages.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import {
  readArrivals,
  readLastTimes,
  readResumed,
  type Arrival,
  type SensorsOfDevices,
} from './device-times-store.ts'
import { expiredSensors } from '../expired.ts'
import type { OfflineReport, OfflineReports } from './offline-reports.ts'

/** Of devices with more sensors than this, only those that are asked for show them to be there. */
const maximumSiblings = 20_000

/** What shows whether devices were there. */
export interface DeviceSources {
  readonly reader: TelemetryReader
  readonly catalogue: Catalogue
  readonly reports: OfflineReports
  readonly retained: RetainedReadings
}

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
 * What devices were at `at` (ms UTC): offline from when they reported so until anything of them was
 * read again, and when the silence after which they count as offline was over; else online.
 */
export async function devicesAt(
  { reader, catalogue, reports, retained }: DeviceSources,
  asked: readonly Sensor[],
  lastRead: ReadonlyMap<number, number>,
  at: number,
): Promise<LiveDevice[]> {
  const devices = devicesOf(catalogue, asked)
  const ids = devices.map(({ id }) => id)
  const reported = await reports.latest(ids, at)
  const newest = new Map<number, number>()
  for (const { id, deviceId, isCalculated } of asked)
    if (!isCalculated)
      newest.set(deviceId, Math.max(newest.get(deviceId) ?? -Infinity, lastRead.get(id) ?? -1))
  /** When the device ceased to be there, if it was read last at `read`. */
  const offlineFrom = ({ id, silenceMs }: CatalogueDevice, read: number) => {
    const report = reported.get(id) ?? -Infinity
    return report >= read ? Math.min(report, read + silenceMs) : read + silenceMs
  }
  const isThere = (device: CatalogueDevice, read: number) =>
    at <= read + device.silenceMs && (reported.get(device.id) ?? -Infinity) < read
  const unclear = devices.filter((device) => !isThere(device, newest.get(device.id) ?? -Infinity))
  const sent = sentSensors(catalogue, unclear, asked)
  const last =
    unclear.length === 0
      ? newest
      : await readLastTimes(reader, sent, at, expiredSensors(retained, sent.sensors, at))
  const isUnclear = new Set(unclear)
  return devices.map((device): LiveDevice => {
    const read = last.get(device.id)
    if (!isUnclear.has(device)) return [device.id, 'online', null]
    if (read === undefined) return [device.id, 'offline', null]
    return isThere(device, read)
      ? [device.id, 'online', null]
      : [device.id, 'offline', offlineFrom(device, read)]
  })
}

type Change = [id: number, status: LiveDevice[1], since: number]

/** When devices came and went in (from, until], ms UTC, oldest first. */
export async function deviceChanges(
  { reader, catalogue, reports, retained }: DeviceSources,
  asked: readonly Sensor[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<LiveDevice[]> {
  const devices = devicesOf(catalogue, asked)
  if (devices.length === 0) return []
  const silences = devices.map(({ silenceMs }) => silenceMs)
  const sent = sentSensors(catalogue, devices, asked)
  const begin = from - Math.max(...silences) - 1
  const span = { from: begin, until, expired: expiredSensors(retained, sent.sensors, begin) }
  const ids = devices.map(({ id }) => id)
  const [{ arrivals, last }, reported] = await Promise.all([
    readArrivals(reader, sent, { ...span, minimumMs: Math.min(...silences) }),
    reports.between(ids, span),
  ])
  const resumed = reported.length === 0 ? [] : await readResumed(reader, sent, span, reported)
  const arrivalsOf = Map.groupBy(arrivals, ({ device }) => device)
  const isOf =
    (id: number) =>
    ({ deviceId }: OfflineReport) =>
      deviceId === id
  return devices
    .flatMap((device) => {
      const { id } = device
      const bySilence = changesOf(device, arrivalsOf.get(id) ?? [], last.get(id))
      const byReport = reported.filter(isOf(id)).map(({ at }): Change => [id, 'offline', at])
      const back = resumed.filter(isOf(id)).map(({ at }): Change => [id, 'online', at])
      return inOrder([...bySilence, ...byReport, ...back])
    })
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

/** The changes of one device: who is offline already does not become so again. */
function inOrder(changes: readonly Change[]): Change[] {
  const rank = ([, status]: Change) => (status === 'online' ? 0 : 1)
  return changes
    .toSorted((one, other) => one[2] - other[2] || rank(one) - rank(other))
    .filter((change, index, all) => change[1] !== all[index - 1]?.[1])
}
