import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exactMean, exactSum, extremeNumbers, isCloseTo } from '#testing/extreme-numbers.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { readColumns } from './history-store.ts'
import { readMinuteColumns } from './testing/wide-columns.ts'
import { readStatisticsByValue } from './days/counted-statistics-store.ts'
import { readStatistics, type StatisticsRow } from './statistics-store.ts'
import { readUncountedStatistics } from './testing/figures.ts'
import { readTotals } from './totals-store.ts'

let engine: TestTelemetry
let nextSensor = 1
const base = Date.UTC(2026, 4, 3)

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const series = fc.array(extremeNumbers, { minLength: 1, maxLength: 30 })

async function stored(values: readonly number[]) {
  const sensorId = nextSensor++
  const readings = values.map((value, index) => ({
    sensorId,
    time: base + index * 20_000,
    value,
    quality: 'good' as const,
  }))
  await storeReadings(engine.telemetry, readings)
  await ownTurn()
  return { sensorId, from: base, to: base + 3_600_000 }
}

/** The quantile of rank p (n - 1), between its two neighbours (Hyndman and Fan's type 7). */
function quantile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const rank = p * (sorted.length - 1)
  const below = sorted[Math.floor(rank)] ?? NaN
  const above = sorted[Math.ceil(rank)] ?? NaN
  const part = rank - Math.floor(rank)
  return below * (1 - part) + above * part
}

it('HI13 statistics of extreme values are exact and within their range', async () => {
  await fc.assert(
    tenAtOnce(series, async (values) => {
      const range = await stored(values)
      for (const read of [readStatistics, readUncountedStatistics, readStatisticsByValue]) {
        const figures = await read(engine.telemetry, range)
        expect(figures).toMatchObject({ count: values.length, badCount: 0 })
        const [minimum, maximum] = [Math.min(...values), Math.max(...values)]
        expect([
          figures?.minimum === minimum,
          figures?.maximum === maximum,
          figures?.last === values.at(-1),
        ]).toEqual([true, true, true])
        const expected = [
          [figures?.average, exactMean(values)],
          [figures?.lowerQuartile, quantile(values, 0.25)],
          [figures?.median, quantile(values, 0.5)],
          [figures?.upperQuartile, quantile(values, 0.75)],
        ] as const
        for (const [figure, exact] of expected) {
          expect(typeof figure).toBe('number')
          expect([figure, exact, isCloseTo(figure ?? NaN, exact, values)]).toEqual([
            figure,
            exact,
            true,
          ])
          expect((figure ?? NaN) >= minimum && (figure ?? NaN) <= maximum).toBe(true)
        }
      }
    }),
    {
      numRuns: 4,
      examples: [
        [[[[1.7e308, 1.7e308]], [[1.7e308, 1.7e308, -1.7e308, -1.7e308]], [[-1.7e308, 1.7e308]]]],
      ],
    },
  )
})

it('HI13 what a running total gained is exact, or null when no number can hold it', async () => {
  await fc.assert(
    tenAtOnce(series, async (values) => {
      const gains = values.flatMap((value, index) => {
        const before = values[index - 1]
        if (before === undefined) return []
        return value >= before ? [value, -before] : [value]
      })
      const exact = exactSum(gains)
      const { accumulated, minimum, maximum } = await readTotals(
        engine.telemetry,
        await stored(values),
        { wrapAt: null, offset: 0 },
      )
      expect([minimum === Math.min(...values), maximum === Math.max(...values)]).toEqual([
        true,
        true,
      ])
      if (accumulated === null) expect(Math.abs(exact)).toBeGreaterThan(Number.MAX_VALUE * 0.999)
      else
        expect([accumulated, exact, isCloseTo(accumulated, exact, [...gains, 0])]).toEqual([
          accumulated,
          exact,
          true,
        ])
    }),
    { numRuns: 7, examples: [[[[[0, 1.7e308, 0, 1.7e308]], [[-1.7e308, 1.7e308]]]]] },
  )
})

it('HI13 columns hold extreme values as they are', async () => {
  await fc.assert(
    tenAtOnce(series, async (values) => {
      const range = await stored(values)
      for (const read of [readColumns, readMinuteColumns]) {
        const columns = await read(engine.telemetry, range, 1)
        const numbers = ['first', 'minimum', 'maximum', 'last'].map(
          (name) => (JSON.parse(String(columns[name as 'first'])) as number[])[0] ?? NaN,
        )
        const exact = [
          values[0] ?? NaN,
          Math.min(...values),
          Math.max(...values),
          values.at(-1) ?? NaN,
        ]
        expect(numbers.map((number, index) => number === exact[index])).toEqual([
          true,
          true,
          true,
          true,
        ])
      }
    }),
    { numRuns: 4 },
  )
})

it('HI4 counting values gives exact figures, unless the values are too many', async () => {
  const { telemetry } = engine
  const [few, many] = [nextSensor++, nextSensor++]
  const insert = (id: number, value: string) =>
    telemetry.command(
      `INSERT INTO numeric_readings
       SELECT ${id}, fromUnixTimestamp64Milli(toInt64(${base} + number), 'UTC'), ${value},
         number % 50 = 0 ? 2 : number % 3 = 0
       FROM numbers(150002)`,
    )
  await insert(few, 'round(sin(number) * 50, 1)')
  await insert(many, 'sin(number)')
  await storeReadings(telemetry, [
    { sensorId: few, time: base + 140_499, value: 9999, quality: 'bad' },
  ])
  // It cuts a minute at either end, where the last reading is a bad one.
  const range = { from: base + 10_000, to: base + 140_500 }
  const sorted = await readStatistics(telemetry, { sensorId: few, ...range })
  const counted = await readStatisticsByValue(telemetry, { sensorId: few, ...range })
  expect([sorted.badCount, sorted.maximum]).toEqual([2611, 50])
  // Where a value is zero, the sign of it is no difference.
  const figuresOf = (row: StatisticsRow | null) =>
    Object.entries({ ...row, average: 0, standardDeviation: 0 }).map(([name, value]) => [
      ...[name, typeof value === 'number' ? value + 0 : value],
    ])
  expect(figuresOf(counted)).toEqual(figuresOf(sorted))
  expect(counted?.average).toBeCloseTo(sorted.average ?? NaN, 10)
  expect(counted?.standardDeviation).toBeCloseTo(sorted.standardDeviation ?? NaN, 9)
  expect(await readStatisticsByValue(telemetry, { sensorId: many, ...range })).toBeNull()
  expect(await readStatisticsByValue(telemetry, { sensorId: 4_000_000, ...range })).toMatchObject({
    count: 0,
    median: null,
  })
})

it('HI4 the two methods agree on every quartile', async () => {
  const value = fc.integer({ min: -20, max: 20 }).map((number) => number / 10)
  await fc.assert(
    tenAtOnce(fc.array(value, { minLength: 1, maxLength: 40 }), async (values) => {
      const range = await stored(values)
      const one = await readStatistics(engine.telemetry, range)
      const other = await readStatisticsByValue(engine.telemetry, range)
      for (const name of ['lowerQuartile', 'median', 'upperQuartile', 'average'] as const)
        expect(other?.[name]).toBeCloseTo(one[name] ?? NaN, 10)
    }),
    { numRuns: 6 },
  )
})
