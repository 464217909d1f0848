import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { readStateFigures } from './state-figures-store.ts'
import { base, newSensor, reportOf } from './testing/reports.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

interface Point {
  readonly at: number
  readonly value: number | string | null
  readonly quality: Quality
}
const store = (sensorId: number, points: readonly Point[]) =>
  storeReadings(
    engine.telemetry,
    points.map(({ at, value, quality }) => ({
      ...{ sensorId, time: base + at, value, quality },
    })),
  )
const good = (at: number, value: number | string): Point => ({ at, value, quality: 'good' })

const length = 60
const range = { from: base, to: base + length }
const whole = { gaps: [], isText: false, mayHoldReadings: true }

/** The state of every millisecond, one after the other. */
function counted(points: readonly Point[], gaps: readonly { from: number; to: number }[]) {
  const stateAt = (ms: number): string | null | undefined => {
    const last = points.findLast(({ at }) => at <= ms)
    if (!last) return undefined
    const same = points.filter(({ at, quality }) => at === last.at && quality !== 'bad')
    const values = same.map(({ value }) => Number(value))
    return values.length === 0 ? null : String(Math.max(...values))
  }
  const times = Array.from({ length }, (_, ms) => ms)
  const isKnown = (ms: number) => !gaps.some(({ from, to }) => ms >= from && ms < to)
  const states = times.filter(isKnown).map(stateAt)
  const all = [-1, ...times].map(stateAt).filter((state) => typeof state === 'string')
  return {
    shares: Object.fromEntries(
      [...new Set(states.filter((state) => typeof state === 'string'))].map((state) => [
        state,
        states.filter((each) => each === state).length,
      ]),
    ),
    badMs: states.filter((state) => state === null).length,
    changes: all.filter((state, index) => index > 0 && state !== all[index - 1]).length,
  }
}

test('HI172 states last as long, and change as often, as their readings say', async () => {
  const point = fc.record({
    at: fc.integer({ min: -20, max: length + 5 }),
    value: fc.integer({ min: 0, max: 2 }),
    quality: fc.constantFrom<Quality>('good', 'good', 'uncertain', 'bad'),
  })
  const gap = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 20 }))
  await fc.assert(
    fc.asyncProperty(fc.array(point, { maxLength: 25 }), fc.option(gap), async (drawn, silent) => {
      const { id } = newSensor('lamp')
      const points = drawn.toSorted((one, other) => one.at - other.at)
      const gaps = silent ? [{ from: silent[0], to: silent[0] + silent[1] }] : []
      const mayHoldReadings = points.some(({ at }) =>
        gaps.some(({ from, to }) => at > from && at < to),
      )
      await store(id, points)
      const shifted = gaps.map(({ from, to }) => ({ from: base + from, to: base + to }))
      const found = await readStateFigures(
        engine.telemetry,
        { sensorId: id, ...range },
        { gaps: shifted, isText: false, mayHoldReadings },
      )
      const shares = Object.fromEntries((found?.shares ?? []).map(({ state, ms }) => [state, ms]))
      expect({ ...found, shares }).toEqual(counted(points, gaps))
    }),
    { numRuns: 30 },
  )
})

test('HI172 of words, too; with more states than a lamp has there are no figures', async () => {
  const { id } = newSensor('lamp')
  await store(id, [good(-5, 'red'), good(20, 'green'), good(50, 'red')])
  const found = await readStateFigures(
    engine.telemetry,
    { sensorId: id, ...range },
    { ...whole, isText: true },
  )
  const shares = [
    { state: 'green', ms: 30 },
    { state: 'red', ms: 30 },
  ]
  expect(found).toEqual({ shares, badMs: 0, changes: 2 })
  const measured = newSensor('lamp').id
  await store(
    measured,
    Array.from({ length: 1_100 }, (_, index) => good(index, index)),
  )
  const long = { sensorId: measured, from: base, to: base + 2_000 }
  expect(await readStateFigures(engine.telemetry, long, whole)).toBeNull()
})

test('HI172 a report of a month says how long a lamp that blinks was green', async () => {
  const sensor = newSensor('lamp')
  const [cycle, day] = [600_000, 86_400_000]
  const cycles = (30 * day) / cycle
  const blink = Array.from({ length: cycles }, (_, index) => [
    good(index * cycle, 1),
    good(index * cycle + 450_000, 2),
  ]).flat()
  await store(sensor.id, blink)
  const times = Array.from({ length: 30 * 24 }, (_, hour) => base + hour * 3_600_000)
  const ofHours = { columnMs: 3_600_000, firstTime: times, count: times.map(() => 60) }
  const { states, series, statistics } = await reportOf(engine.telemetry, {
    ...{ sensor, to: base + 31 * day, now: base + 30 * day, width: 700 },
    activity: async () => ({
      ...{ silenceMs: 60_000, ...ofHours },
      lastTime: times.map((time) => time + 3_599_000),
    }),
  })
  expect(series.kind).toBe('columns')
  expect(statistics).toMatchObject({ count: 2 * cycles, average: null, median: null })
  expect(states).toEqual({
    shares: [
      { state: '1', ms: 30 * day * 0.75 },
      { state: '2', ms: 30 * day * 0.25 },
    ],
    ...{ badMs: 0, elapsedMs: 30 * day, changes: 2 * cycles - 1 },
  })
})
