import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gainOf } from '#kit/model/numbers/running-total.ts'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
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

const sensors = fc.record({
  wrapAt: fc.option(fc.integer({ min: 1, max: 60 })),
  offset: fc.integer({ min: 0, max: 10 }),
})

it('HI10 CA23 adds up what a total gained since the last reading before the range', async () => {
  await fc.assert(
    tenAtOnce(
      fc.array(reading, { minLength: 1, maxLength: 40 }),
      fc.nat(10),
      sensors,
      async (sent, skipped, sensor) => {
        const sensorId = nextSensor++
        await storeReadings(
          engine.telemetry,
          sent.map((one, index) => ({ sensorId, time: base + index * 40_000, ...one })),
        )
        await ownTurn()
        const range = { sensorId, from: base + skipped * 40_000, to: base + 30 * 40_000 }
        const usable = (part: typeof sent) =>
          part.flatMap(({ value, quality }) => (quality === 'bad' ? [] : [value]))
        const values = usable(sent.slice(skipped, 30))
        const earlier = usable(sent.slice(0, skipped)).slice(-1)
        const all = [...earlier, ...values]
        const gained = all
          .slice(1)
          .reduce((sum, value, index) => sum + gainOf(all[index] ?? NaN, value, sensor), 0)
        expect(await readTotals(engine.telemetry, range, sensor)).toEqual({
          count: values.length,
          badCount: sent.slice(skipped, 30).length - values.length,
          minimum: values.length === 0 ? null : Math.min(...values),
          maximum: values.length === 0 ? null : Math.max(...values),
          last: values.at(-1) ?? null,
          accumulated: values.length === 0 ? null : gained,
          ...{ average: null, standardDeviation: null, median: null },
          ...{ lowerQuartile: null, upperQuartile: null },
          ...{ percentile5: null, percentile95: null, percentile99: null },
        })
      },
    ),
    { numRuns: 4 },
  )
})
