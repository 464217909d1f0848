import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { base, newSensor, reportOf } from './testing/reports.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const second = 1_000
/** Three intervals of a second. */
const heldSeconds = 3

/** The lower middle of the steps around one, that one left out; 0 without any. */
function usualStep(steps: readonly number[], index: number): number {
  const others = steps.slice(Math.max(0, index - 5), index + 6)
  others.splice(Math.min(index, 5), 1)
  return others.toSorted((one, other) => one - other)[Math.floor((others.length - 1) / 2)] ?? 0
}

interface HeldValue {
  readonly at: number
  readonly value: number
  readonly quality: Quality
}

/** Walks the range second by second, and asks of each what was last read. */
function countedBySeconds(given: readonly HeldValue[], from: number, to: number) {
  const sorted = given
    .filter(({ at }) => at < to)
    .toSorted((one, other) => one.at - other.at)
    .slice(-given.filter(({ at }) => at > from && at < to).length - 6)
  const steps = sorted.map(({ at }, index) => (sorted[index + 1]?.at ?? to) - at)
  const outside = { aboveMs: 0, belowMs: 0 }
  for (let now = from; now < to; now++) {
    const index = sorted.findLastIndex(({ at }) => at <= now)
    const last = sorted[index]
    if (!last || last.quality === 'bad') continue
    if (now - last.at >= Math.max(heldSeconds, 3 * usualStep(steps, index))) continue
    if (last.value > 20) outside.aboveMs += second
    if (last.value < 10) outside.belowMs += second
  }
  return outside
}

const series = fc.uniqueArray(
  fc.record<HeldValue>({
    at: fc.integer({ min: 0, max: 60 }),
    value: fc.constantFrom(-1e300, 5, 9.9, 10, 15, 20, 20.1, 1e300),
    quality: fc.constantFrom<Quality>('good', 'good', 'uncertain', 'bad'),
  }),
  { selector: ({ at }) => at, minLength: 1, maxLength: 40 },
)

it('HI30 time outside limits equals what a walk through the seconds counts', async () => {
  const range = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 60 }), fc.nat(80))
  await fc.assert(
    tenAtOnce(series, range, async (given, [from, length, now]) => {
      const sensor = { ...newSensor(), lowerAlarm: 10, upperAlarm: 20, intervalMs: second }
      const readings = given.map(({ at, value, quality }) => ({
        ...{ sensorId: sensor.id, time: base + at * second, value, quality },
      }))
      await storeReadings(engine.telemetry, readings)
      await ownTurn()
      const moment = (seconds: number) => base + seconds * second
      const { outside } = await reportOf(engine.telemetry, {
        ...{ sensor, from: moment(from), to: moment(from + length), now: moment(now) },
      })
      expect(outside).toEqual({
        ...countedBySeconds(given, from, Math.min(from + length, now)),
        heldMs: heldSeconds * second,
      })
    }),
    { numRuns: 6 },
  )
})

it('HI30 of one limit one side counts; a sensor without limits has no such time', async () => {
  const sensor = { ...newSensor(), upperAlarm: 20 }
  const at = (seconds: number, value: number) => ({
    ...{ sensorId: sensor.id, time: base + seconds * second, value, quality: 'good' as const },
  })
  await storeReadings(engine.telemetry, [at(0, 25), at(2, 5), at(4, 30)])
  const { outside } = await reportOf(engine.telemetry, { sensor })
  // Two seconds until the next one, and three times the usual two after the last.
  expect(outside).toEqual({ aboveMs: 8_000, belowMs: 0, heldMs: 3_000 })
  const free = { ...sensor, upperAlarm: null }
  expect((await reportOf(engine.telemetry, { sensor: free })).outside).toBeNull()
})

it('HI30 a sensor is beyond its limit between readings that are rarer than expected', async () => {
  const sensor = { ...newSensor(), upperAlarm: 20, intervalMs: second }
  const at = (seconds: number, value: number) => ({
    ...{ sensorId: sensor.id, time: base + seconds * second, value, quality: 'good' as const },
  })
  // Twenty seconds apart, beyond for two minutes, then silent for an hour.
  const values = [5, 5, 5, 30, 30, 30, 30, 30, 30, 5, 5, 5, 30]
  await storeReadings(
    engine.telemetry,
    values.map((value, index) => at(index * 20, value)),
  )
  await storeReadings(engine.telemetry, [at(12 * 20 + 3_600, 5)])
  const { outside } = await reportOf(engine.telemetry, { sensor })
  expect(outside).toEqual({ aboveMs: 120_000 + 60_000, belowMs: 0, heldMs: 3_000 })
})

it.each([
  // The rarer ones around the long step are as many, or one fewer.
  [30_000, [-34, -33, -32, -31, -30, -10]],
  [0, [-15, -14, -13, -12, -11, -10]],
])(
  'HI30 the reading before the range counts for as long as is usual just there: %i ms of it',
  async (aboveMs, before) => {
    const sensor = { ...newSensor(), upperAlarm: 20, intervalMs: second }
    const earlier = Array.from({ length: 20 }, (_, index) => index - 100)
    const times = [...earlier, ...before, 30, 50, 70, 90, 110, 130, 150]
    await storeReadings(
      engine.telemetry,
      times.map((at) => ({
        ...{ sensorId: sensor.id, time: base + at * second, value: at === -10 ? 30 : 5 },
        quality: 'good' as const,
      })),
    )
    const { outside } = await reportOf(engine.telemetry, { sensor })
    expect(outside).toEqual({ aboveMs, belowMs: 0, heldMs: 3_000 })
  },
)

it('HI30 of several readings of one time the greatest counts, whenever it came', async () => {
  const sensor = { ...newSensor(), upperAlarm: 20 }
  const at = (seconds: number, value: number) => ({
    ...{ sensorId: sensor.id, time: base + seconds * second, value, quality: 'good' as const },
  })
  await storeReadings(engine.telemetry, [at(0, 25), at(0, 5), at(0, 10), at(2, 5), at(4, 5)])
  await storeReadings(engine.telemetry, [at(2, 30), at(2, 7)])
  const { outside } = await reportOf(engine.telemetry, { sensor })
  expect(outside).toEqual({ aboveMs: 4_000, belowMs: 0, heldMs: 3_000 })
})

it.each([
  ['without a value', null],
  ['with a greater value', 99],
  ['with a smaller value', 1],
])('HI137 at one time a usable reading counts and not a bad one %s', async (_, bad) => {
  const sensor = { ...newSensor(), upperAlarm: 20 }
  const at = (seconds: number, value: number | null, quality: Quality = 'good') => ({
    ...{ sensorId: sensor.id, time: base + seconds * second, value, quality },
  })
  await storeReadings(engine.telemetry, [at(0, 5), at(2, 30), at(2, bad, 'bad'), at(4, 5)])
  const { outside } = await reportOf(engine.telemetry, { sensor })
  expect(outside).toMatchObject({ aboveMs: 2_000, belowMs: 0 })
})
