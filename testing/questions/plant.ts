import type { Alarm } from '#features/alarms/contract/alarm.ts'
import type { AssistantServices } from '#features/assistant/server/services.ts'
import { figuresOf, usualStatisticsOf } from '#features/history/server/reports/figures.ts'
import { ReportReader } from '#features/history/server/reports/report-reader.ts'
import { readingsAt } from '#features/past/server/moment/readings-at.ts'
import type { Reading } from '#kit/model/reading.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { noCutoffs } from '#kit/server/readings/retained-readings.ts'
import { articleReader, levelRule } from './articles.ts'
import type { TestTelemetry } from '../telemetry.ts'

export const hour = 3_600_000
export const day = 24 * hour
/** A Friday, 15:00 in Taipei. */
export const now = Date.UTC(2026, 10, 20, 7)
export const timezone = 'Asia/Taipei'
/** Midnight of that day there. */
export const today = Date.UTC(2026, 10, 19, 16)
/** Of the site: the late one began an hour before now. */
const shifts = [
  { name: 'Early', start: '06:00' },
  { name: 'Late', start: '14:00' },
  { name: 'Night', start: '22:00' },
]
/** The first reading: twelve days before. */
export const start = today - 12 * day

const named = (id: number, lesiId: string, name: string) => ({
  ...{ id, lesiId, name, silenceMs: 60_000 },
})
export const devices = [
  named(1, 'BOILER-1', 'Boiler 1'),
  named(2, 'BOILER-2', 'Boiler 2'),
  named(3, 'TANK-1', 'Tank 1'),
  named(4, 'LO-3', '三號爐'),
  named(5, 'NASOS-7', 'Насос 7'),
  named(6, 'MAYEP-2', 'Máy ép 2'),
  named(7, 'LINE-A', 'Line A'),
  named(8, 'SECRET-9', 'Secret vault'),
] as const

/** Silent since two hours before now; the others speak. */
export const offlineSince = now - 2 * hour

const sensor = (id: number, deviceId: number, own: Partial<Sensor>): Sensor => ({
  ...{ id, deviceId, lesiId: devices[deviceId - 1]?.lesiId ?? '', key: `s${id}`, alias: '' },
  ...{ type: 'analog', unit: '', decimals: 1, intervalMs: 60_000, states: {}, isNew: false },
  ...{ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
  ...own,
})

export const pressure1 = sensor(1, 1, {
  alias: 'Pressure',
  key: 'pressure',
  unit: 'bar',
  upperAlarm: 8,
})
export const temperature1 = sensor(2, 1, { alias: 'Temperature', key: 'temp', unit: '°C' })
export const pressure2 = sensor(3, 2, { alias: 'Pressure', key: 'pressure', unit: 'bar' })
export const temperature2 = sensor(4, 2, { alias: 'Temperature', key: 'temp', unit: '°C' })
export const level = sensor(5, 3, { alias: 'Level', key: 'level', unit: '%', lowerAlarm: 20 })
export const furnace = sensor(6, 4, { alias: '爐膛溫度', key: 'chamber', unit: '°C' })
export const vibration = sensor(7, 5, { alias: 'Вибрация', key: 'vib', unit: 'mm/s', decimals: 2 })
export const force = sensor(8, 6, { alias: 'Áp suất dầu', key: 'oil', unit: 'bar' })
export const lamp = sensor(9, 7, {
  ...{ alias: 'Tower', key: 'tower', type: 'lamp' },
  states: { '0': { colour: 'grey' }, '1': { colour: 'green' }, '2': { colour: 'red' } },
})
export const parts = sensor(10, 7, {
  alias: 'Parts',
  key: 'parts',
  type: 'counter',
  unit: 'pcs',
  decimals: 0,
})
export const secret = sensor(11, 8, { alias: 'Vault humidity', key: 'vault', unit: '%' })
export const sensors = [
  ...[pressure1, temperature1, pressure2, temperature2, level, furnace, vibration, force],
  ...[lamp, parts, secret],
]

/** The minute of a reading, counted from the first one. */
const minuteOf = (time: number) => (time - start) / 60_000
const wave = (time: number, length: number) => minuteOf(time) % length

/** The value of every sensor at a minute, in simple shapes whose figures anybody can compute. */
export const valueAt: Readonly<Record<number, (time: number) => number>> = {
  [pressure1.id]: (time) => 5 + (wave(time, 400) / 400) * 4,
  [temperature1.id]: (time) => 60 + ((minuteOf(time) * 7) % 31),
  [pressure2.id]: (time) => 3 + (wave(time, 90) / 90) * 2,
  [temperature2.id]: (time) => 80 - ((minuteOf(time) * 11) % 23),
  [level.id]: (time) => (time > now - 2 * hour ? 15 : 15 + (wave(time, 600) / 600) * 70),
  [furnace.id]: (time) =>
    time < now - hour ? 850 + wave(time, 50) : 850 + (time - (now - hour)) / 60_000,
  [vibration.id]: (time) => 1 + ((minuteOf(time) * 13) % 17) / 10,
  [force.id]: (time) => 120 + ((minuteOf(time) * 3) % 41),
  [lamp.id]: (time) => Math.floor(minuteOf(time) / 60) % 3,
  [parts.id]: (time) => minuteOf(time) * 2,
  [secret.id]: () => 42,
}

/** Every minute from the first until now; one sensor stopped with its device. */
export function readings(): Reading[] {
  const all: Reading[] = []
  for (const { id: sensorId, deviceId } of sensors)
    for (let time = start; time <= (deviceId === 6 ? offlineSince : now); time += 60_000)
      all.push({ sensorId, time, value: valueAt[sensorId]?.(time) ?? 0, quality: 'good' })
  return all
}

const alarmOf = (id: number, about: Sensor, raisedAt: number, lastedMs: number | null): Alarm => {
  const device = devices[about.deviceId - 1]
  const { type, unit, decimals, intervalMs, alias, key } = about
  return {
    ...{ id, origin: 'upper', ruleName: 'Too high', priority: 1 },
    device: { id: about.deviceId, lesiId: about.lesiId, name: device?.name ?? '' },
    sensor: { id: about.id, key, alias, type, unit, decimals, intervalMs },
    cause: { kind: 'limit', level: 'high', limit: 8, withinMs: null },
    ...{ message: {}, value: 8.5, since: raisedAt, raisedAt, isLatching: false, hidden: null },
    returnedAt: lastedMs === null ? null : raisedAt + lastedMs,
    phase: lastedMs === null ? 'unacknowledged' : 'ended',
    ...{ isLate: false, acknowledged: null, assignee: null, procedure: '' },
    endedAt: lastedMs === null ? null : raisedAt + lastedMs,
  }
}

/** Three of the first boiler today, two of it yesterday; one of the tank that is still there. */
export const alarms: readonly Alarm[] = [
  alarmOf(1, pressure1, today - 20 * hour, 10 * 60_000),
  alarmOf(2, pressure1, today - 10 * hour, 20 * 60_000),
  alarmOf(3, pressure1, today + hour, 5 * 60_000),
  alarmOf(4, pressure1, today + 3 * hour, 6 * 60_000),
  alarmOf(5, pressure1, today + 5 * hour, 7 * 60_000),
  alarmOf(6, level, now - 2 * hour, null),
  alarmOf(7, secret, now - hour, null),
]

/** The plant of the questions, over readings in a real engine; the last device is nobody's. */
export function questionServices({ telemetry }: TestTelemetry): AssistantServices {
  const visible = new Set(devices.filter(({ id }) => id !== 8).map(({ id }) => id))
  const catalogue = {
    visibleDeviceIds: () => visible,
    devices: () => devices,
    device: (lesiId: string) => devices.find((each) => each.lesiId === lesiId),
    deviceById: (id: number) => devices.find((each) => each.id === id),
    sensor: (id: number) => sensors.find((each) => each.id === id),
    sensorsOf: (id: number) => sensors.filter(({ deviceId }) => deviceId === id),
    maySeeSensor: (_: unknown, id: number) => id !== secret.id,
  } as unknown as Catalogue
  const retained = { cutoffsOf: () => noCutoffs, hasMinutes: () => true }
  const reports = new ReportReader({ catalogue, retained, timezone })
  const newest = new Map(readings().map((reading) => [reading.sensorId, reading]))
  return {
    ...{ catalogue, telemetry, timezone, readingsAt, clock: () => now },
    shifts: async () => shifts,
    presence: {
      status: (id) =>
        id === 6
          ? { status: 'offline', since: offlineSince, lastSeen: offlineSince }
          : { status: 'online', since: start, lastSeen: now },
    },
    current: {
      get: (id) => {
        const reading = newest.get(id)
        return reading && { reading, previous: undefined, changedAt: undefined }
      },
    },
    writer: { flush: async () => undefined },
    statistics: (reader, asked) => usualStatisticsOf(reader, { ...asked, retained }),
    figures: (reader, asked) => figuresOf(reader, { ...asked, retained }),
    report: (reader, { sensor: of, ...period }) => reports.report(reader, of, period),
    articles: articleReader,
    alarms: {
      rulesOf: ({ id }) => (id === levelRule.sensorId ? [levelRule.id] : []),
      async list(asked, limit) {
        const found = alarms.filter((alarm) => isAsked(alarm, asked))
        return { alarms: found.toReversed().slice(0, limit), total: found.length }
      },
      async mostOften(asked, by, limit) {
        const found = alarms.filter((alarm) => isAsked(alarm, asked))
        const sourceOf = ({ sensor: of, device }: Alarm) =>
          by === 'sensor' ? (of?.id ?? null) : device.id
        return [...Map.groupBy(found, sourceOf)]
          .map(([, some]) => ({
            deviceId: some[0]?.device.id ?? 0,
            sensorId: by === 'sensor' ? (some[0]?.sensor?.id ?? null) : null,
            count: some.length,
          }))
          .toSorted((one, other) => other.count - one.count)
          .slice(0, limit)
      },
      async active({ deviceIds, sensorIds }, limit) {
        const found = alarms.filter(
          ({ device, sensor: of, endedAt }) =>
            endedAt === null &&
            deviceIds.includes(device.id) &&
            (sensorIds === null || (of !== null && sensorIds.includes(of.id))),
        )
        return { alarms: found.slice(0, limit), total: found.length }
      },
    },
  }
}

function isAsked(
  { device, sensor: of, raisedAt }: Alarm,
  asked: Parameters<AssistantServices['alarms']['list']>[0],
): boolean {
  return (
    asked.deviceIds.includes(device.id) &&
    (asked.sensorIds === null || (of !== null && asked.sensorIds.includes(of.id))) &&
    raisedAt >= asked.from &&
    raisedAt < asked.to
  )
}
