import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { extremeNumbers } from '#testing/extreme-numbers.ts'
import { figuresOf } from './reports/figures.ts'
import { readStatisticsByValue } from './days/counted-statistics-store.ts'
import { readStatistics } from './statistics-store.ts'
import {
  deviationOf,
  meanOf,
  percentileOf,
  readUncountedStatistics,
  timesOf,
  type StoredValue,
} from './testing/figures.ts'
import { base, newSensor, readingsOf } from './testing/reports.ts'
import { withoutExpiry } from './testing/wide-columns.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const day = 86_400_000
const range = { from: base, to: base + day }

async function store(sensor: Sensor, readings: readonly StoredValue[]): Promise<void> {
  await storeReadings(
    engine.telemetry,
    readings.map((reading) => ({ sensorId: sensor.id, ...reading })),
  )
  await ownTurn()
}

/** Values that differ much and little, and equal ones among them. */
const values = fc.oneof(
  fc.double({ min: -100, max: 100, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }).map((noise) => 1e9 + noise),
  fc.constantFrom(5, 5, -3),
)
const readings = fc
  .uniqueArray(
    fc.record<StoredValue>({
      // Closer than the sensor is expected to send, and much further apart.
      time: fc.oneof(fc.nat(120_000), fc.nat(day - 1)).map((offset) => base + offset),
      value: values,
      quality: fc.constantFrom<Quality>('good', 'good', 'good', 'uncertain', 'bad'),
    }),
    { selector: ({ time }) => time, minLength: 1, maxLength: 80 },
  )
  .map((list) => list.toSorted((one, other) => one.time - other.time))

const levels = {
  percentile5: 0.05,
  lowerQuartile: 0.25,
  median: 0.5,
  upperQuartile: 0.75,
  percentile95: 0.95,
  percentile99: 0.99,
} as const

/**
 * Equal to 1e-9 of the size of the values. Sums over time are scaled so that they are finite: what
 * is smaller than 1e-280 loses digits there, as numbers of this size have hardly any.
 */
function expectClose(figure: number | null | undefined, exact: number | null, size = exact): void {
  if (exact === null) expect(figure).toBeNull()
  else {
    expect(typeof figure).toBe('number')
    const allowed = 1e-9 * Math.max(Math.abs(exact), Math.abs(size ?? 0), 1e-280)
    expect([figure, exact, Math.abs((figure ?? NaN) - exact) <= allowed]).toEqual([
      ...[figure, exact, true],
    ])
  }
}

it('HI4 HI30 HI120 HI121 all figures equal those of another computation to 1e-9', async () => {
  await fc.assert(
    tenAtOnce(readings, fc.boolean(), async (given, isEarly) => {
      const sensor = { ...newSensor(), intervalMs: 10_000, lowerAlarm: -3, upperAlarm: 5 }
      await store(sensor, given)
      // The reading before the range counts at its beginning.
      const from = isEarly ? base : base + 30_000
      const request = { sensor, from, to: range.to, now: base + day / 2, retained: withoutExpiry }
      const reader = engine.telemetry.readerFor('session')
      const { statistics, outside, timeWeighted } = await figuresOf(reader, request)
      const inside = given.filter(({ time }) => time >= from)
      const usable = inside.filter(({ quality }) => quality !== 'bad').map(({ value }) => value)
      const size = Math.max(0, ...usable.map(Math.abs))
      expect([statistics.count, statistics.badCount]).toEqual([
        ...[usable.length, inside.length - usable.length],
      ])
      expectClose(statistics.average, usable.length > 0 ? meanOf(usable) : null, size)
      expectClose(statistics.standardDeviation, deviationOf(usable))
      for (const [name, level] of Object.entries(levels) as [keyof typeof levels, number][])
        expectClose(statistics[name], percentileOf(usable, level), size)
      const times = timesOf(given, { from, to: base + day / 2, intervalMs: 10_000 })
      expect(timeWeighted).toMatchObject({ usableMs: times.usableMs, elapsedMs: times.elapsedMs })
      expectClose(timeWeighted?.availability, times.usableMs / times.elapsedMs)
      expectClose(timeWeighted?.average, times.average, times.size)
      expect(outside).toEqual({
        ...{ aboveMs: times.msWhere((value) => value > 5), heldMs: 30_000 },
        belowMs: times.msWhere((value) => value < -3),
      })
    }),
    { numRuns: 2 },
  )
})

it('HI120 deviation of values that are huge, tiny or far from zero keeps its digits', async () => {
  const far = Array.from({ length: 200 }, (_, index) => 1e9 + ((index * 7919) % 1000) * 1e-6)
  const list = fc.array(extremeNumbers, { minLength: 2, maxLength: 20 })
  await fc.assert(
    tenAtOnce(list, async (values) => {
      const sensor = newSensor()
      const quality = 'good' as const
      await store(
        sensor,
        values.map((value, index) => ({ time: base + index * 1_000, value, quality })),
      )
      const exact = deviationOf(values)
      for (const read of [readStatistics, readUncountedStatistics, readStatisticsByValue]) {
        const figures = await read(engine.telemetry, { sensorId: sensor.id, ...range })
        if (exact === null || !Number.isFinite(exact)) expect(figures?.standardDeviation).toBeNull()
        else expectClose(figures?.standardDeviation, exact)
      }
    }),
    { numRuns: 2, examples: [[[[far], [[1.7e308, -1.7e308]], [[1e-200, 3e-200, 2e-200]]]]] },
  )
})

it('HI121 HI63 where readings have expired durations are unknown', async () => {
  const sensor = newSensor()
  await store(sensor, [{ time: base + 1_000, value: 5, quality: 'good' }])
  const cut = { readings: base + day / 2, minutes: 0, hours: 0 }
  const retained = { hasMinutes: () => true, cutoffsOf: () => cut }
  const reader = engine.telemetry.readerFor('session')
  const figures = await figuresOf(reader, { sensor, ...range, now: range.to, retained })
  expect([figures.timeWeighted, figures.textsBeside]).toEqual([null, null])
  expect(figures.statistics).toMatchObject({
    ...{ count: 1, average: 5, standardDeviation: null, median: null, percentile5: null },
    ...{ percentile95: null, percentile99: null, source: 'mixed' },
  })
})

it('HI121 totals have an availability, and no average of any kind; texts neither', async () => {
  const reader = engine.telemetry.readerFor('session')
  const ofType = async (type: Sensor['type']) => {
    const sensor = { ...newSensor(type), intervalMs: 1_000 }
    await store(sensor, [
      { time: base, value: 1, quality: 'good' },
      { time: base + 2_000, value: 2, quality: 'bad' },
    ])
    const request = {
      sensor,
      from: base,
      to: base + 8_000,
      now: base + day,
      retained: withoutExpiry,
    }
    return (await figuresOf(reader, request)).timeWeighted
  }
  expect(await ofType('counter')).toMatchObject({ average: null, availability: 0.25 })
  expect(await ofType('analog')).toMatchObject({ average: 1, availability: 0.25 })
  expect(await ofType('lamp')).toBeNull()
  expect(await ofType('string')).toBeNull()
})

it('HI131 texts beside numbers are in no figure, and counted', async () => {
  const reader = engine.telemetry.readerFor('session')
  const textsOf = async (sensor: Sensor) => {
    await storeReadings(engine.telemetry, [
      ...readingsOf(sensor, ['FAULT', 4, 'OFF', 'OFF', null]),
      // Stored as text and as number: one reading, and a number.
      { sensorId: sensor.id, time: base + 1, value: '4', quality: 'good' },
      { sensorId: sensor.id, time: base + 9, value: 'X', quality: 'bad' },
    ])
    const request = { sensor, ...range, now: range.to, retained: withoutExpiry }
    const { statistics, textsBeside } = await figuresOf(reader, request)
    return [statistics.count, textsBeside]
  }
  expect(await textsOf(newSensor('analog'))).toEqual([1, 3])
  expect(await textsOf(newSensor('string'))).toEqual([4, null])
})
