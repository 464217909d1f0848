import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { base, newSensor, reportOf } from './testing/reports.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const second = 1_000
/** Three intervals of a second. */
const heldSeconds = 3

interface Given {
  readonly at: number
  readonly value: number
  readonly quality: Quality
}

/** Walks the range second by second, and asks of each what was last read. */
function countedBySeconds(given: readonly Given[], from: number, to: number) {
  const sorted = given.toSorted((one, other) => one.at - other.at)
  const outside = { aboveMs: 0, belowMs: 0 }
  for (let now = from; now < to; now++) {
    const last = sorted.findLast(({ at }) => at <= now)
    if (!last || last.quality === 'bad' || now - last.at >= heldSeconds) continue
    if (last.value > 20) outside.aboveMs += second
    if (last.value < 10) outside.belowMs += second
  }
  return outside
}

const series = fc.uniqueArray(
  fc.record<Given>({
    at: fc.integer({ min: 0, max: 60 }),
    value: fc.constantFrom(-1e300, 5, 9.9, 10, 15, 20, 20.1, 1e300),
    quality: fc.constantFrom<Quality>('good', 'good', 'uncertain', 'bad'),
  }),
  { selector: ({ at }) => at, minLength: 1, maxLength: 40 },
)

it('HI30 time outside limits equals what a walk through the seconds counts', async () => {
  const range = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 60 }), fc.nat(80))
  await fc.assert(
    fc.asyncProperty(series, range, async (given, [from, length, now]) => {
      const sensor = { ...newSensor(), lowerAlarm: 10, upperAlarm: 20, intervalMs: second }
      const readings = given.map(({ at, value, quality }) => ({
        ...{ sensorId: sensor.id, time: base + at * second, value, quality },
      }))
      await storeReadings(engine.telemetry, readings)
      const moment = (seconds: number) => base + seconds * second
      const { outside } = await reportOf(engine.telemetry, {
        ...{ sensor, from: moment(from), to: moment(from + length), now: moment(now) },
      })
      expect(outside).toEqual({
        ...countedBySeconds(given, from, Math.min(from + length, now)),
        heldMs: heldSeconds * second,
      })
    }),
    { numRuns: 60 },
  )
})

it('HI30 of one limit one side counts; a sensor without limits has no such time', async () => {
  const sensor = { ...newSensor(), upperAlarm: 20 }
  const at = (seconds: number, value: number) => ({
    ...{ sensorId: sensor.id, time: base + seconds * second, value, quality: 'good' as const },
  })
  await storeReadings(engine.telemetry, [at(0, 25), at(2, 5), at(4, 30)])
  const { outside } = await reportOf(engine.telemetry, { sensor })
  expect(outside).toEqual({ aboveMs: 5_000, belowMs: 0, heldMs: 3_000 })
  const free = { ...sensor, upperAlarm: null }
  expect((await reportOf(engine.telemetry, { sensor: free })).outside).toBeNull()
})
