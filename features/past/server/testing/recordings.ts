import { qualityCode, type Quality } from '#kit/model/quality.ts'
import type { LiveReading } from '#kit/model/live/messages.ts'
import type { Reading } from '#kit/model/reading.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { OfflineReport, OfflineReports } from '../devices/offline-reports.ts'

/** The end of what the tests store, ms UTC. */
export const end = Date.UTC(2026, 10, 20, 12)

let nextSensor = 1

/** A sensor of a type, with an id that no other test of the file uses. */
export function newSensor(type: Sensor['type'] = 'analog', own: Partial<Sensor> = {}): Sensor {
  const id = nextSensor++
  return {
    ...{ id, type, deviceId: 1, lesiId: 'DEV', key: `s${id}`, alias: `s${id}` },
    ...{ unit: '', decimals: 1, intervalMs: 1000, states: {}, isNew: false },
    ...{ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
    ...own,
  }
}

export const reading = (
  { id: sensorId }: Sensor,
  time: number,
  value: Reading['value'],
  quality: Quality = value === null ? 'bad' : 'good',
): Reading => ({ sensorId, time, value, quality })

/**
 * Devices with these sensors, each silent for `silenceOf` before it counts as offline, which is ten
 * seconds.
 */
export function catalogueOf(
  sensors: readonly Sensor[],
  hidden: readonly Sensor[] = [],
  silenceOf: (deviceId: number) => number = () => 10_000,
): Catalogue {
  const known = {
    maySeeSensor: (_: unknown, id: number) => !hidden.some((sensor) => sensor.id === id),
    sensor: (id: number) => sensors.find((sensor) => sensor.id === id),
    deviceById: (id: number) => ({
      ...{ id, lesiId: `D${id}`, name: `D${id}`, product: '', silenceMs: silenceOf(id) },
    }),
    sensorsOf: (id: number) => sensors.filter(({ deviceId }) => deviceId === id),
    sensorCount: (id: number) => sensors.filter(({ deviceId }) => deviceId === id).length,
  }
  return known as unknown as Catalogue
}

/** Offline reports of devices, oldest first. */
export const reportsOf = (reports: readonly OfflineReport[]): OfflineReports => ({
  latest: async (ids, at) =>
    new Map(
      reports.flatMap((each) =>
        ids.includes(each.deviceId) && each.at <= at ? [[each.deviceId, each.at] as const] : [],
      ),
    ),
  between: async (ids, { from, until }) =>
    reports.filter(({ deviceId, at }) => ids.includes(deviceId) && at > from && at <= until),
})

/**
 * Whether a reading stands against another of the same sensor: later, else usable, else greater,
 * else worse.
 */
function stands(one: Reading, other: Reading, { type }: Sensor): boolean {
  if (one.time !== other.time) return one.time > other.time
  const kind = ({ value, quality }: Reading) => {
    const rank = value === null ? 1 : quality === 'bad' ? 0 : 2
    return (typeof value === 'string') === (type === 'string') ? rank + 3 : rank
  }
  if (kind(one) !== kind(other)) return kind(one) > kind(other)
  if (one.value !== other.value) return (one.value ?? 0) > (other.value ?? 0)
  return qualityCode[one.quality] > qualityCode[other.quality]
}

/** By definition, slowly: the newest of all readings of the sensor at or before `at`. */
export function newestAt(
  sensor: Sensor,
  readings: readonly Reading[],
  at: number,
): LiveReading | undefined {
  let newest: Reading | undefined
  for (const each of readings)
    if (each.sensorId === sensor.id && each.time <= at && (!newest || stands(each, newest, sensor)))
      newest = each
  return newest && [newest.sensorId, newest.time, newest.value, qualityCode[newest.quality]]
}
