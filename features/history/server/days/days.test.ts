import { afterAll, beforeAll, expect, test } from 'vitest'
import { monthAt } from '#kit/model/time/period.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { readDays } from './days-store.ts'
import { newSensor } from '../testing/reports.ts'

let engine: TestTelemetry
beforeAll(async () => {
  engine = await testTelemetry()
})
afterAll(() => engine.close())

const hour = 3_600_000
const daysOf = (sensorId: number, timezone: string) =>
  readDays(
    engine.telemetry.readerFor('session'),
    { sensorId, ...monthAt(Date.UTC(2026, 4, 15), timezone) },
    timezone,
  )

test('HI52 days with readings are those of the zone, good or bad, numbers or texts', async () => {
  const [number, text] = [newSensor(), newSensor('string')]
  const midnight = Date.UTC(2026, 4, 3)
  await storeReadings(engine.telemetry, [
    { sensorId: number.id, time: midnight - 1, value: 1, quality: 'good' },
    { sensorId: number.id, time: midnight + 17 * hour, value: null, quality: 'bad' },
    { sensorId: number.id, time: Date.UTC(2026, 5, 1) - 1, value: 1, quality: 'good' },
    { sensorId: number.id, time: Date.UTC(2026, 5, 1), value: 1, quality: 'good' },
    { sensorId: text.id, time: midnight, value: 'RUN', quality: 'good' },
  ])
  expect(await daysOf(number.id, 'UTC')).toEqual(['2026-05-02', '2026-05-03', '2026-05-31'])
  expect(await daysOf(number.id, 'Asia/Taipei')).toEqual(['2026-05-03', '2026-05-04'])
  expect(await daysOf(text.id, 'UTC')).toEqual(['2026-05-03'])
  expect(await daysOf(text.id, 'America/New_York')).toEqual(['2026-05-02'])
})

test('HI52 a date begins when the clock shows its midnight for the first time', async () => {
  const [number, text] = [newSensor(), newSensor('string')]
  const between = Date.parse('2010-11-07T03:00:00Z')
  await storeReadings(engine.telemetry, [
    { sensorId: number.id, time: between, value: 1, quality: 'good' },
    { sensorId: text.id, time: between, value: 'RUN', quality: 'good' },
  ])
  const zone = 'America/St_Johns'
  for (const { id } of [number, text]) {
    const month = { sensorId: id, ...monthAt(between, zone) }
    const days = await readDays(engine.telemetry.readerFor('session'), month, zone)
    expect(days).toEqual(['2010-11-07'])
  }
})
