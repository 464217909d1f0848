import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAt } from '#kit/model/time/period.ts'
import type { Quality } from '#kit/model/quality.ts'
import { plainSensor, type Sensor, type SensorType } from '#kit/model/sensor.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { StoredChanges } from './stored-changes.ts'
import { figuresOfDay } from './today-figures.ts'

let engine: TestTelemetry
let nextId = 1
const day = dayAt(Date.UTC(2026, 3, 4, 20), 'Asia/Kolkata')

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const sensorOf = (type: SensorType): Sensor => ({
  ...plainSensor,
  ...{ id: nextId++, deviceId: 1, lesiId: 'DEV', key: 'k', alias: 'k', type },
  ...{ unit: '', decimals: 0, lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
})

/** Near each other, so that a moment often cuts a minute and an hour. */
const sent = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 400_000 }),
    value: fc.integer({ min: 0, max: 3 }),
    quality: fc.constantFrom<Quality>('good', 'good', 'uncertain', 'bad'),
  }),
  { minLength: 1, maxLength: 40 },
)

interface Sent {
  readonly after: number
  readonly value: number
  readonly quality: Quality
}

/** Stores them one after the other from shortly before midnight on. */
async function store(sensor: Sensor, all: readonly Sent[], write: (value: number) => unknown) {
  let time = day.from - 600_000
  const readings = all.map(({ after, value, quality }) => ({
    ...{ sensorId: sensor.id, quality, value: write(value) as number | string },
    time: (time += after),
  }))
  await storeReadings(engine.telemetry, readings)
  await ownTurn()
  return readings
}
type Stored = Awaited<ReturnType<typeof store>>

/** A moment at, or close to, one of the readings. */
const momentOf = (readings: Stored, pick: number, beside: number) =>
  Math.max(day.from, (readings[pick % readings.length]?.time ?? day.from) + beside)
const usable = (readings: Stored, at: number) =>
  readings.filter(({ time, quality }) => time <= at && quality !== 'bad')
const beside = fc.constantFrom(-1, 0, 1, 30_000)
const reader = () => engine.telemetry.readerFor('session')

test('PA21 the figures of a moment are those of its day up to it, itself included', async () => {
  await fc.assert(
    tenAtOnce(sent, fc.nat(39), beside, async (all, pick, aside) => {
      const sensor = sensorOf('counter')
      const readings = await store(sensor, all, (value) => value)
      const at = momentOf(readings, pick, aside)
      const known = usable(readings, at).filter(({ time }) => time >= day.from)
      const values = known.map(({ value }) => Number(value))
      const [figures] = await figuresOfDay(reader(), [sensor], day, { until: at })
      if (values.length === 0) {
        expect(figures).toBeUndefined()
        return
      }
      const sum = values.reduce((total, value) => total + value, 0)
      const earlier = usable(readings, day.from - 1).map(({ value }) => Number(value))
      const total = [...earlier.slice(-1), ...values]
      const gained = total.reduce(
        (all, value, index) =>
          index === 0 ? 0 : all + (value >= total[index - 1]! ? value - total[index - 1]! : value),
        0,
      )
      expect(figures).toMatchObject({
        ...{ count: values.length, first: values[0], last: values.at(-1), accumulated: gained },
        ...{ minimum: Math.min(...values), maximum: Math.max(...values) },
        ...{ average: expect.closeTo(sum / values.length, 9), from: day.from, until: day.to },
        lastTime: known.at(-1)?.time,
      })
    }),
    { numRuns: 6 },
  )
}, 120_000)

const typed = fc.constantFrom<SensorType>('lamp', 'string')

test('PA21 the changes of a moment are the newest of those stored until it', async () => {
  await fc.assert(
    tenAtOnce(sent, fc.nat(39), beside, typed, async (all, pick, aside, type) => {
      const sensor = sensorOf(type)
      const write = (value: number) => (type === 'string' ? `batch ${value}` : value)
      const readings = await store(sensor, all, write)
      const at = momentOf(readings, pick, aside)
      const known = usable(readings, at)
      const changes = known.flatMap(({ time, value: current }, index) => {
        const previous = known[index - 1]?.value ?? null
        return previous === current ? [] : [{ time, previous, current }]
      })
      const limit = type === 'string' ? 3 : 1
      const found = await new StoredChanges(() => at).at(reader(), [sensor], at)
      expect(found.get(sensor.id) ?? []).toEqual(changes.slice(-limit).toReversed())
    }),
    { numRuns: 6 },
  )
}, 120_000)
