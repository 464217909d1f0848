import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { AlarmTimes } from '#kit/server/alarm-times.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { catalogueOf, end, newSensor, reading } from '../testing/recordings.ts'
import { eventsOf, outagesOf } from './events.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const minute = 60_000
const alarms: AlarmTimes = { countBegun: async () => [{ bucket: 2, count: 3, priority: 1 }] }
const store = (readings: readonly Reading[]) => storeReadings(engine.telemetry, readings)
const events = (sensors: readonly Sensor[], now = end) =>
  eventsOf({ reader: engine.telemetry, catalogue: catalogueOf(sensors), alarms }, sensors, {
    ...{ from: end - 60 * minute, until: end, buckets: 6, now },
  })
/** A reading every ten seconds of the hour before the end. */
const everyTen = (sensor: Sensor, part: (minute: number) => Partial<Reading>) =>
  Array.from({ length: 360 }, (_, index) => ({
    ...reading(sensor, end - 60 * minute + index * 10_000, 5),
    ...part(index / 6),
  }))

it('PA9 counts where a value crossed a limit, quality changed, and lamps changed', async () => {
  const flow = newSensor('analog', { upperAlarm: 10, lowerAlarm: 0, intervalMs: 10_000 })
  const plain = newSensor('analog', { intervalMs: 10_000 })
  const lamp = newSensor('lamp')
  await store([
    ...everyTen(flow, (at) => ({ value: at >= 12 && at < 15 ? 11 : at >= 41 ? -1 : 5 })),
    ...everyTen(plain, (at) => ({
      value: 99,
      quality: at >= 25 && at < 28 ? 'uncertain' : 'good',
    })),
    ...everyTen(lamp, (at) => ({ value: at < 33.5 || at >= 52 ? 1 : 0 })),
  ])
  expect(await events([flow, plain, lamp])).toMatchObject({
    bucketMs: 10 * minute,
    limits: [0, 1, 0, 0, 1, 0],
    qualities: [0, 0, 2, 0, 0, 0],
    states: [0, 0, 0, 1, 0, 1],
    gaps: [0, 0, 0, 0, 0, 0],
    outages: [],
    alarms: [[2, 3, 1]],
  })
})

it('PA26 PA9 counts where a lamp changed that sends words, by minutes and by hours', async () => {
  const [lamp, note] = [newSensor('lamp'), newSensor('string')]
  const words = (at: number) => (at < 12 ? 'green' : at < 12.5 || at >= 41 ? 'red' : 'yellow')
  await store(
    [lamp, note]
      .flatMap((sensor) => everyTen(sensor, (at) => ({ value: words(at) })))
      .concat(
        // Of a bad reading nobody can say what the lamp was.
        { ...reading(lamp, end - 25.9 * minute, 0), value: 'blue', quality: 'bad' },
      ),
  )
  expect((await events([lamp, note])).states).toEqual([0, 1, 0, 0, 1, 0])
  const from = end - 3 * 86_400_000
  const { states } = await eventsOf(
    { reader: engine.telemetry, catalogue: catalogueOf([lamp]), alarms },
    [lamp],
    { from, until: end, buckets: 72, now: end },
  )
  expect(states.lastIndexOf(1)).toBe(71)
})

it('PA9 a gap counts where it begins, and not of what may send only changes', async () => {
  const own = { deviceId: 5, intervalMs: 10_000 }
  const flow = newSensor('analog', own)
  const lamp = newSensor('lamp', own)
  await store(
    [flow, lamp].flatMap((sensor) =>
      everyTen(sensor, () => ({})).filter(
        ({ time }) => time < end - 25 * minute || time >= end - 20 * minute,
      ),
    ),
  )
  const { gaps, outages } = await events([flow, lamp])
  expect(gaps).toEqual([0, 0, 0, 1, 0, 0])
  const last = end - 25 * minute - 10_000
  expect(outages).toEqual([{ deviceId: 5, from: last + 10_000, until: end - 20 * minute }])
})

it('PA9 a text within an hour of numbers ends none of it', async () => {
  const own = { deviceId: 6, intervalMs: 10_000 }
  const [flow, fault] = [newSensor('analog', own), newSensor('string', own)]
  const readings = everyTen(flow, () => ({}))
  const texts = [5, 20, 50].map((at) => ({
    ...reading(fault, end - (60 - at) * minute, 5),
    value: `E-${at}`,
  }))
  await store([...readings, ...texts])
  // Longer spans are looked at by the hour.
  const from = end - 3 * 86_400_000
  const catalogue = catalogueOf([flow, fault])
  const span = { from, until: end }
  const outages = await outagesOf(engine.telemetry, catalogue, [flow, fault], span)
  expect(outages.map(({ until }) => until)).toEqual([end - 60 * minute])
})

it('PA9 a sensor that sends less often than expected has no gap at each reading', async () => {
  const slow = newSensor('analog', { intervalMs: 1_000 })
  await store(everyTen(slow, () => ({})).filter((_, index) => index < 100 || index > 160))
  expect((await events([slow])).gaps).toEqual([0, 1, 0, 0, 0, 0])
})

it('PA10 a device that never spoke, or stopped, is out until the end or until now', async () => {
  const stopped = newSensor('analog', { deviceId: 6 })
  const never = newSensor('analog', { deviceId: 7 })
  const from = end - 60 * minute
  await store([-1_000, 1_000].map((at) => reading(stopped, from + at, 1)))
  const { outages } = await events([stopped, never], from + 30 * minute)
  expect(outages).toEqual([
    { deviceId: 7, from, until: from + 30 * minute },
    { deviceId: 6, from: from + 11_000, until: from + 30 * minute },
  ])
})

/** Outages within the hour before the end; of device 20 after ten seconds, of others `slowMs`. */
const outages = (sensors: readonly Sensor[], slowMs: number) =>
  outagesOf(
    engine.telemetry,
    catalogueOf(sensors, [], (id) => (id === 20 ? 10_000 : slowMs)),
    sensors,
    { from: end - 60 * minute, until: end },
  )

it('PA34 an outage begins where the silence was over, also one of before the span', async () => {
  const quick = newSensor('analog', { deviceId: 20 })
  const there = newSensor('analog', { deviceId: 21 })
  const late = newSensor('analog', { deviceId: 22 })
  const long = newSensor('analog', { deviceId: 23 })
  const from = end - 60 * minute
  await store([
    ...everyTen(quick, () => ({})),
    // It was read shortly before, and is there all the time.
    ...[-5, 20, 45].map((at) => reading(there, from + at * minute, 1)),
    ...[-10, 35].map((at) => reading(late, from + at * minute, 1)),
    ...[-120, 50].map((at) => reading(long, from + at * minute, 1)),
  ])
  expect(await outages([quick, there, late, long], 30 * minute)).toEqual([
    { deviceId: 23, from, until: from + 50 * minute },
    { deviceId: 22, from: from + 20 * minute, until: from + 35 * minute },
  ])
  // Of a device that is silent for longer than the span too.
  expect(await outages([long], 90 * minute)).toEqual([
    { deviceId: 23, from, until: from + 50 * minute },
  ])
})

it('PA35 devices that send seldom hide no outage of others', async () => {
  const quick = newSensor('analog', { deviceId: 20 })
  const seldom = Array.from({ length: 12 }, (_, index) =>
    newSensor('analog', { deviceId: 30 + index }),
  )
  await store([
    ...everyTen(quick, () => ({})).filter((_, index) => index < 30 || index > 60),
    ...seldom.flatMap((sensor) => everyTen(sensor, () => ({})).filter((_, at) => at % 6 === 0)),
  ])
  const last = end - 60 * minute + 29 * 10_000
  expect(await outages([quick, ...seldom], 3 * minute)).toEqual([
    { deviceId: 20, from: last + 10_000, until: end - 60 * minute + 61 * 10_000 },
  ])
})

it('PA25 devices that were out from one moment on have one order', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => 1_000 + index)
  const sensors = ids.map((deviceId) => newSensor('analog', { deviceId }))
  for (let time = 0; time < 3; time++) {
    const { outages } = await events(sensors)
    expect(outages.map(({ deviceId }) => deviceId)).toEqual(ids)
  }
})
