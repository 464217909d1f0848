import { hasLimits, staleAfterIntervals, type Sensor } from '#kit/model/sensor.ts'
import type { AlarmTimes } from '#kit/server/alarm-times.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { PastEvents } from '../../contract/routes.ts'
import { devicesOf, sentSensors } from '../devices/device-states.ts'
import {
  readEventCounts,
  readSilences,
  readWordCounts,
  type EventRow,
  type EventSensors,
} from './events-store.ts'

interface Sources {
  readonly reader: TelemetryReader
  readonly catalogue: Catalogue
  readonly alarms: AlarmTimes
}

interface Request {
  /** ms UTC; `until` exclusive. */
  readonly from: number
  readonly until: number
  readonly buckets: number
  readonly now: number
}

/** Where something happened, counted in buckets of time. */
export async function eventsOf(
  { reader, catalogue, alarms }: Sources,
  sensors: readonly Sensor[],
  { from, until, buckets, now }: Request,
): Promise<PastEvents> {
  const bucketMs = Math.ceil((until - from) / buckets)
  const count = Math.ceil((until - from) / bucketMs)
  // Nothing is known of what is yet to come.
  const end = Math.max(from, Math.min(until, now))
  const span = { from, until: end, bucketMs }
  const lamps = sensors.filter(isState).map(({ id }) => id)
  const [rows, words, outages, begun] = await Promise.all([
    sensors.length === 0 ? [] : readEventCounts(reader, lookedAt(sensors), span),
    lamps.length === 0 ? [] : readWordCounts(reader, lamps, span),
    outagesOf(reader, catalogue, sensors, { from, until: end }),
    alarms.countBegun({ ...placesOf(sensors), from }, { until: end, bucketMs }),
  ])
  const all: readonly (Pick<EventRow, 'bucket'> & Partial<EventRow>)[] = [...rows, ...words]
  const counted = (name: Exclude<keyof EventRow, 'bucket'>) => {
    const list = Array.from({ length: count }, () => 0)
    for (const { bucket, [name]: more = 0 } of all) {
      const before = list[bucket]
      if (before !== undefined) list[bucket] = before + more
    }
    return list
  }
  return {
    ...{ from, until, bucketMs, outages },
    limits: counted('limits'),
    qualities: counted('qualities'),
    gaps: counted('gaps'),
    states: counted('states'),
    alarms: begun.map(({ bucket, count: amount, priority }) => [bucket, amount, priority]),
  }
}

const placesOf = (sensors: readonly Sensor[]) => ({
  sensorIds: sensors.map(({ id }) => id),
  deviceIds: [...new Set(sensors.map(({ deviceId }) => deviceId))],
})

const isState = ({ type }: Sensor) => type === 'lamp' || type === 'detector'
/** Lamps, detectors and texts may send only what changes: their silence is no gap. */
const hasGaps = (sensor: Sensor) => !isState(sensor) && sensor.type !== 'string'
const maximumGapMs = 4_294_967_295

function lookedAt(sensors: readonly Sensor[]): EventSensors {
  return {
    sensors: sensors.map(({ id }) => id),
    uppers: sensors.map((sensor) =>
      hasLimits(sensor) ? String(sensor.upperAlarm ?? 'inf') : 'inf',
    ),
    lowers: sensors.map((sensor) =>
      hasLimits(sensor) ? String(sensor.lowerAlarm ?? '-inf') : '-inf',
    ),
    gaps: sensors.map((sensor) =>
      hasGaps(sensor) ? Math.min(maximumGapMs, staleAfterIntervals * sensor.intervalMs) : 0,
    ),
    states: sensors.map((sensor) => (isState(sensor) ? 1 : 0)),
  }
}

/** When nothing of a device was read for longer than its silence; oldest first. */
export async function outagesOf(
  reader: TelemetryReader,
  catalogue: Catalogue,
  sensors: readonly Sensor[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<PastEvents['outages']> {
  const devices = devicesOf(catalogue, sensors)
  if (devices.length === 0 || from >= until) return []
  const silenceOf = new Map(devices.map(({ id, silenceMs }) => [id, silenceMs]))
  const [ids, silences] = [[...silenceOf.keys()], [...silenceOf.values()]]
  const sent = sentSensors(catalogue, devices, sensors)
  const rows = await readSilences(reader, sent, { from, until, ids, silences })
  return rows
    .map(({ device, before, next }) => ({
      deviceId: device,
      from: Math.max(from, before === 0 ? from : before + (silenceOf.get(device) ?? 0)),
      until: Math.min(until, next),
    }))
    .filter((outage) => outage.until > outage.from)
    .toSorted((one, other) => one.from - other.from || one.deviceId - other.deviceId)
}
