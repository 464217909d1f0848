import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { readBefore, readActivity } from './states-store.ts'

let engine: TestTelemetry
const base = Date.UTC(2026, 4, 3)
const minute = 60_000
const hour = 60 * minute

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const store = (sensorId: number, time: number, value: number | string, quality: Quality = 'good') =>
  storeReadings(engine.telemetry, [{ sensorId, time, value, quality }])

it('HI11 a device is active when any of its sensors sends anything, bad or not', async () => {
  await store(1, base + 10_000, 5)
  await store(1, base + 50_000, 5, 'bad')
  await store(2, base + 70_000, 'RUN')
  await store(1, base + 10 * minute + 5, 6)
  await store(3, base + 5 * minute, 1)
  const range = { from: base, to: base + hour }
  expect(await readActivity(engine.telemetry, [1, 2], range, 5_000)).toEqual({
    columnMs: minute,
    firstTime: [base + 10_000, base + 70_000, base + 10 * minute + 5],
    lastTime: [base + 50_000, base + 70_000, base + 10 * minute + 5],
    count: [1, 1, 1],
  })
  expect(await readActivity(engine.telemetry, [1, 2], range, 6)).toEqual({
    columnMs: 10 * minute,
    firstTime: [base + 10_000, base + 10 * minute + 5],
    lastTime: [base + 70_000, base + 10 * minute + 5],
    count: [2, 1],
  })
  expect(
    await readActivity(engine.telemetry, [1, 2], { from: base, to: base + 400 * 24 * hour }, 100),
  ).toEqual({
    columnMs: 96 * hour,
    firstTime: [base + 10_000],
    lastTime: [base + 10 * minute + 5],
    count: [1],
  })
})

it('HI12 the last usable reading before a range is found, a number or a text', async () => {
  await store(10, base, 1)
  await store(10, base + 5, 2)
  await store(10, base + 7, 3, 'bad')
  expect(await readBefore(engine.telemetry, 10, base + 8)).toEqual({ time: base + 5, value: 2 })
  expect(await readBefore(engine.telemetry, 10, base + 5)).toEqual({ time: base, value: 1 })
  expect(await readBefore(engine.telemetry, 10, base)).toBeNull()
  await store(10, base + 9, 'red')
  expect(await readBefore(engine.telemetry, 10, base + hour)).toEqual({
    time: base + 9,
    value: 'red',
  })
})

it.each([
  ['the greater one came first', [2, 1]],
  ['the greater one came last', [1, 2]],
])('HI137 of two states of one time the greater holds before a range: %s', async (_, values) => {
  const sensor = 20 + (values[0] ?? 0)
  for (const value of values) await store(sensor, base, value)
  expect(await readBefore(engine.telemetry, sensor, base + 1)).toEqual({ time: base, value: 2 })
  for (const text of values.map((value) => `state ${value}`)) await store(sensor, base + 5, text)
  expect(await readBefore(engine.telemetry, sensor, base + 9)).toMatchObject({ value: 'state 2' })
})
