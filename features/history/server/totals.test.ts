import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { readTotals } from './totals-store.ts'

let engine: TestTelemetry
let nextSensor = 1
const base = Date.UTC(2026, 4, 3)

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const reading = fc.record({
  value: fc.integer({ min: 0, max: 50 }),
  quality: fc.constantFrom<Quality>('good', 'uncertain', 'bad'),
})

it('HI10 adds up what a total gained: resets count from zero, bad readings do not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(reading, { minLength: 1, maxLength: 40 }),
      fc.nat(10),
      async (sent, skipped) => {
        const sensorId = nextSensor++
        await storeReadings(
          engine.telemetry,
          sent.map((one, index) => ({ sensorId, time: base + index * 40_000, ...one })),
        )
        const range = { sensorId, from: base + skipped * 40_000, to: base + 30 * 40_000 }
        const values = sent
          .slice(skipped, 30)
          .flatMap(({ value, quality }) => (quality === 'bad' ? [] : [value]))
        const gained = values.reduce((sum, value, index) => {
          const before = values[index - 1] ?? value
          return sum + (value >= before ? value - before : value)
        }, 0)
        expect(await readTotals(engine.telemetry, range)).toEqual({
          count: values.length,
          badCount: sent.slice(skipped, 30).length - values.length,
          minimum: values.length === 0 ? null : Math.min(...values),
          maximum: values.length === 0 ? null : Math.max(...values),
          last: values.at(-1) ?? null,
          accumulated: values.length === 0 ? null : gained,
          ...{ average: null, median: null, lowerQuartile: null, upperQuartile: null },
        })
      },
    ),
    { numRuns: 40 },
  )
})
