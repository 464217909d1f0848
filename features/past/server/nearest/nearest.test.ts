import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { noneExpired } from '../expired.ts'
import { expireReadings } from '../testing/expire-store.ts'
import { end, newSensor, reading } from '../testing/recordings.ts'
import { readLast, readNext } from './nearest-store.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const day = 86_400_000
const usual = { now: end, expired: noneExpired }

it('PA13 the next and the last reading are found at any distance, also texts', async () => {
  const [number, text, other] = [newSensor(), newSensor('string'), newSensor()]
  // Within one hour, hours apart, and months apart; one is of the future.
  const times = [-400 * day, -60 * day, -60 * day + 1, -day, -5_000, -4_000, 90_000]
  await storeReadings(engine.telemetry, [
    ...times.map((ms, index) => reading(number, end + ms, index)),
    reading(text, end - 30 * day + 7, 'RUN'),
    reading(other, end - 45 * day, 1),
  ])
  const sensors = [number.id, text.id]
  const all = [...times, -30 * day + 7].toSorted((one, another) => one - another)
  const moments = [...all, ...all.map((ms) => ms + 1), ...all.map((ms) => ms - 1), 0]
  for (const ms of moments.filter((each) => each <= 0)) {
    const next = all.find((each) => each > ms && each <= 0) ?? null
    const last = all.findLast((each) => each < ms) ?? null
    const found = await readNext(engine.telemetry, sensors, { at: end + ms, ...usual })
    expect([ms, found]).toEqual([ms, next === null ? null : end + next])
    const before = await readLast(engine.telemetry, sensors, end + ms, noneExpired)
    expect([ms, before]).toEqual([ms, last === null ? null : end + last])
  }
  expect(await readNext(engine.telemetry, [], { at: 0, ...usual })).toBeNull()
})

it('PA13 of what has expired the first and last readings of minutes are gone through', async () => {
  const sensor = newSensor()
  const begin = end - 300 * day
  const seconds = Array.from({ length: 180 }, (_, second) => second)
  await storeReadings(
    engine.telemetry,
    seconds.map((second) => reading(sensor, begin + second * 1_000, second)),
  )
  await expireReadings(engine.telemetry, sensor.id)
  const expired = { minutes: [sensor.id], hours: [] }
  const next = async (ms: number) => {
    const asked = { at: begin + ms, now: end, expired }
    return ((await readNext(engine.telemetry, [sensor.id], asked)) ?? NaN) - begin
  }
  const last = async (ms: number) =>
    ((await readLast(engine.telemetry, [sensor.id], begin + ms, expired)) ?? NaN) - begin
  expect([await next(0), await next(59_000), await next(179_000)]).toEqual([59_000, 60_000, NaN])
  expect([await last(179_000), await last(60_000), await last(0)]).toEqual([120_000, 59_000, NaN])
})
