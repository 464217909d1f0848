import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { noCutoffs, type RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { end, newSensor, reading } from './testing/recordings.ts'
import { trendsJson } from './minute-trends.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const minute = 60_000
const byMinutes: RetainedReadings = { hasMinutes: () => true, cutoffsOf: () => noCutoffs }
const byReadings: RetainedReadings = { ...byMinutes, hasMinutes: () => false }
type Trend = [sensorId: number, times: number[], values: number[]]

async function trendsOf(
  sensors: readonly number[],
  span: Parameters<typeof trendsJson>[2],
  retained = byReadings,
): Promise<Trend[]> {
  const pieces = await trendsJson(engine.telemetry, sensors, span, retained)
  return (JSON.parse(Buffer.concat(pieces).toString()) as Trend[]).toSorted(
    ([one], [other]) => one - other,
  )
}

it('PA8 trends hold every extreme until the moment, and nothing after it', async () => {
  const sensor = newSensor()
  await storeReadings(
    engine.telemetry,
    [3, 9, 1, 4, 7].map((value, index) => reading(sensor, end - 3_000 + index * 1_000, value)),
  )
  const span = { from: end - minute, until: end, columnMs: 10_000 }
  expect(await trendsOf([sensor.id], span)).toEqual([
    [sensor.id, [end - 2_000, end - 1_000, end], [9, 1, 4]],
  ])
  expect(await trendsOf([4_000_000], span)).toEqual([])
})

/** Of each column the least and the greatest value. */
function extremesOf([sensor, times, values]: Trend, columnMs: number) {
  const columns = Map.groupBy(values.keys(), (index) => Math.floor((times[index] ?? 0) / columnMs))
  return [...columns].map(([column, indices]) => {
    const found = indices.map((index) => values[index] ?? Number.NaN)
    return { sensor, column, minimum: Math.min(...found), maximum: Math.max(...found) }
  })
}

it('PA8 by minutes, in columns of such, they have the same extremes as by readings', async () => {
  const sensors = Array.from({ length: 4 }, () => newSensor())
  const steps = [1_000, 7_300, 20_000, 90_000]
  const qualities: readonly Quality[] = ['good', 'uncertain', 'good', 'bad']
  // Two inserts: the rollup has parts of the same minutes.
  for (const half of [0, 1])
    await storeReadings(
      engine.telemetry,
      sensors.flatMap((sensor, place) =>
        Array.from({ length: 600 }, (_, index) => index)
          .filter((index) => index % 2 === half && index % 97 < 80)
          .map((index) =>
            reading(
              sensor,
              end - 10 * minute + index * (steps[place] ?? 1),
              place === 3 ? 5 : (index * 7919) % 31,
              qualities[(index * 31) % 4] ?? 'good',
            ),
          ),
      ),
    )
  const ids = sensors.map(({ id }) => id)
  const random = fc.record({
    from: fc.integer({ min: -11 * minute, max: 5 * minute }),
    lasts: fc.integer({ min: 0, max: 12 * minute }),
    isWhole: fc.boolean(),
    columnMs: fc.constantFrom(minute, 3 * minute),
    // Some have no minutes.
    without: fc.subarray(ids),
  })
  await fc.assert(
    fc.asyncProperty(random, async ({ from, lasts, isWhole, columnMs, without }) => {
      const rounded = (at: number) => (isWhole ? Math.floor(at / minute) * minute : at)
      const span = { from: end + rounded(from), until: end + rounded(from + lasts), columnMs }
      const retained = { ...byMinutes, hasMinutes: (id: number) => !without.includes(id) }
      const [found, expected] = [await trendsOf(ids, span, retained), await trendsOf(ids, span)]
      const extremes = (trends: Trend[]) => trends.map((trend) => extremesOf(trend, columnMs))
      expect(extremes(found)).toEqual(extremes(expected))
      for (const [id, times] of found) {
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        expect(times.every((time) => time >= span.from && time <= span.until)).toBe(true)
        if (isWhole && !without.includes(id))
          expect(times.every((time) => time % minute === 0)).toBe(true)
      }
    }),
    { numRuns: 20 },
  )
})
