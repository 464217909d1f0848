import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { readRaw } from './raw-store.ts'
import { readStatistics } from './statistics-store.ts'
import { base, newSensor, reportOf } from './testing/reports.ts'
import { ValueCounter } from './value-counter.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const day = 86_400_000
const readings = fc.uniqueArray(
  fc.record({
    // Several values have the same time, also at the end.
    time: fc.nat(30).map((step) => base + step * 1000),
    value: fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
    ),
    quality: fc.constantFrom<Quality>('good', 'good', 'uncertain', 'bad'),
  }),
  { selector: ({ time, value }) => `${time} ${value}`, maxLength: 60 },
)

it('HI84 readings one by one bring the figures that the engine has of them', async () => {
  await fc.assert(
    tenAtOnce(readings, async (list) => {
      const { id: sensorId } = newSensor()
      await storeReadings(
        engine.telemetry,
        list.map((reading) => ({ sensorId, ...reading })),
      )
      await ownTurn()
      const range = { sensorId, from: base, to: base + day }
      const raw = await readRaw(engine.telemetry, range, 1_000, () => undefined)
      const figures = { ...(await raw.statistics()) }
      const engines = { ...(await readStatistics(engine.telemetry, range)) }
      for (const name of ['count', 'badCount', 'minimum', 'maximum', 'last'] as const)
        expect(figures[name], name).toBe(engines[name])
      for (const [name, value] of Object.entries(engines))
        if (value === null) expect(figures, name).toMatchObject({ [name]: null })
        else expect(figures, name).toMatchObject({ [name]: expect.closeTo(value, 7) })
    }),
    { numRuns: 8 },
  )
})

it('HI84 where values are too many to be counted here the engine counts them', async () => {
  const sensor = newSensor()
  await engine.telemetry.command(
    `INSERT INTO numeric_readings
     SELECT ${sensor.id}, fromUnixTimestamp64Milli(toInt64(${base} + number), 'UTC'),
       number / 3, number % 7 = 0 ? 2 : 0 FROM numbers(25000)`,
  )
  const { statistics, series } = await reportOf(engine.telemetry, { sensor, mode: 'raw' })
  expect(series).toMatchObject({ kind: 'raw', time: { length: 25_000 } })
  expect(statistics).toMatchObject({
    ...{ count: 21_428, badCount: 3_572, minimum: 1 / 3, maximum: 8_333, last: 8_333 },
  })
})

/** Different numbers of which the counter looks for each at the same place. */
function numbersOfOnePlace(): number[] {
  const [low, high] = [0x85_eb_ca_6b, 0x40_59_00_00]
  let inverse = 1
  for (let digits = 1; digits < 32; digits *= 2)
    inverse = Math.imul(inverse, 2 - Math.imul(low, inverse))
  const bits = Math.imul(high, 0x9e_37_79_b1)
  const number = new Float64Array(1)
  const words = new Uint32Array(number.buffer)
  return Array.from({ length: 10_000 }, (_, index) => {
    words.set([Math.imul((index << 16) | (index << 1), inverse) ^ bits, high])
    return number[0] ?? 0
  })
}

it('HI84 numbers that were chosen to be slow to count are left to the engine', () => {
  const counter = new ValueCounter(20_000)
  counter.add(Float64Array.from(numbersOfOnePlace()))
  expect(counter.isFull).toBe(true)
})

it('HI84 a counter of values finds each, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true })), fc.nat(20_000), (values, many) => {
      const counter = new ValueCounter(100_000)
      const all = [...values, ...Array.from({ length: many }, (_, index) => index / 8)]
      const expected = new Map<number, number>()
      for (const value of all) expected.set(value, (expected.get(value) ?? 0) + 1)
      for (let from = 0; from < all.length; from += 999)
        counter.add(Float64Array.from(all.slice(from, from + 999)))
      const { values: found, numbers } = counter.counted()
      expect(new Map([...found].map((value, index) => [value, numbers[index]]))).toEqual(expected)
      expect([...found]).toEqual([...found].toSorted((one, other) => one - other))
    }),
    { numRuns: 50 },
  )
})
