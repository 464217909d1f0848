import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAt } from '#kit/model/time/period.ts'
import type { Quality } from '#kit/model/quality.ts'
import { gainOf } from '#kit/model/numbers/running-total.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { figuresOfDay } from './today-figures.ts'

let engine: TestTelemetry
let nextId = 1
// The clocks of this zone go back on this day, which begins at half past an hour of UTC.
const zone = 'Australia/Adelaide'
const day = dayAt(Date.UTC(2026, 3, 4, 20), zone)

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const totalOf = (own: Partial<Sensor> = {}): Sensor => ({
  ...plainSensor,
  ...{ id: nextId++, deviceId: 1, lesiId: 'DEV', key: 'k', alias: 'k', type: 'counter' },
  ...{ unit: '', decimals: 0, lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false, ...own },
})
const figures = (sensors: readonly Sensor[]) =>
  figuresOfDay(engine.telemetry.readerFor('session'), sensors, day)

test('CA23 a day of the site is as long as its clocks say', () => {
  expect(day.to - day.from).toBe(25 * 3_600_000)
  expect(day.from % 3_600_000).toBe(1_800_000)
})

const step = 20 * 60_000
const reading = fc.record({
  value: fc.integer({ min: 0, max: 50 }),
  quality: fc.constantFrom<Quality>('good', 'uncertain', 'bad'),
})
const sensors = fc.record({
  type: fc.constantFrom('counter' as const, 'timer' as const),
  wrapAt: fc.option(fc.integer({ min: 1, max: 60 })),
  offset: fc.integer({ min: 0, max: 10 }),
})

test('CA23 what a total gained today begins with its last value before midnight', async () => {
  await fc.assert(
    tenAtOnce(
      fc.array(reading, { minLength: 1, maxLength: 30 }),
      fc.nat(20),
      sensors,
      async (sent, earlier, own) => {
        const sensor = totalOf(own)
        const first = day.from - earlier * step + 1
        const readings = sent.map((each, index) => ({ time: first + index * step, ...each }))
        await storeReadings(
          engine.telemetry,
          readings.map((each) => ({ sensorId: sensor.id, ...each })),
        )
        await ownTurn()
        const usable = readings.filter(({ quality }) => quality !== 'bad')
        const today = usable.filter(({ time }) => time >= day.from)
        const before = usable.filter(({ time }) => time < day.from).slice(-1)
        const values = [...before, ...today].map(({ value }) => value)
        const gained = values
          .slice(1)
          .reduce((sum, value, index) => sum + gainOf(values[index] ?? NaN, value, sensor), 0)
        const found = await figures([sensor])
        expect(found.map(({ accumulated }) => accumulated)).toEqual(
          today.length > 0 ? [gained] : [],
        )
      },
    ),
    { numRuns: 3 },
  )
})

test('CA23 the last value counts however long ago it was; other types gain nothing', async () => {
  const [counter, analog] = [totalOf(), totalOf({ type: 'analog' })]
  const yearAgo = day.from - 365 * 86_400_000
  await storeReadings(
    engine.telemetry,
    [counter, analog].flatMap(({ id: sensorId }) => [
      { sensorId, time: yearAgo, value: 100, quality: 'good' },
      { sensorId, time: day.from, value: 130, quality: 'good' },
    ]),
  )
  const found = await figures([counter, analog])
  expect(new Map(found.map(({ sensorId, accumulated }) => [sensorId, accumulated]))).toEqual(
    new Map([
      [counter.id, 30],
      [analog.id, null],
    ]),
  )
  expect(found[0]?.until).toBe(day.to)
})
