import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { maximumBins, maximumPairs } from '../../contract/analysis.ts'
import { timesOf, type StoredValue } from '../testing/figures.ts'
import { base, newSensor } from '../testing/reports.ts'
import { withoutExpiry } from '../testing/wide-columns.ts'
import { binEdges } from './bin-edges.ts'
import { coefficientOf, correlationOf } from './correlation.ts'
import { distributionOf } from './distribution.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const hour = 3_600_000
const range = { from: base, to: base + hour }
const reader = () => engine.telemetry.readerFor('session')

async function stored(readings: readonly StoredValue[]): Promise<Sensor> {
  const sensor = { ...newSensor(), intervalMs: 10_000 }
  await storeReadings(
    engine.telemetry,
    readings.map((reading) => ({ sensorId: sensor.id, ...reading })),
  )
  await ownTurn()
  return sensor
}

const someReadings = (value: fc.Arbitrary<number>) =>
  fc
    .uniqueArray(
      fc.record<StoredValue>({
        time: fc.nat(hour - 1).map((offset) => base + offset),
        value,
        quality: fc.constantFrom<Quality>('good', 'good', 'uncertain', 'bad'),
      }),
      { selector: ({ time }) => time, minLength: 1, maxLength: 60 },
    )
    .map((list) => list.toSorted((one, other) => one.time - other.time))

const someValues = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map((value) => value / 10),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.constantFrom(0.3, 0.6, 0.7, 1e9, 1e9 + 0.1),
)

describe('distribution', () => {
  it('HI122 every bin holds as many readings, for as long, as its edges say', async () => {
    await fc.assert(
      tenAtOnce(someReadings(someValues), async (given) => {
        const sensor = await stored(given)
        const request = { sensor, ...range, now: range.to, retained: withoutExpiry }
        const { count, bins, reason, source } = await distributionOf(reader(), request)
        const usable = given.filter(({ quality }) => quality !== 'bad')
        expect([count, source]).toEqual([usable.length, 'raw'])
        if (usable.length === 0) {
          expect([bins, reason]).toEqual([null, 'empty'])
          return
        }
        expect(bins?.length).toBeLessThanOrEqual(maximumBins)
        const times = timesOf(given, { ...range, intervalMs: 10_000 })
        for (const [index, bin] of (bins ?? []).entries()) {
          const isLast = index === (bins?.length ?? 0) - 1
          const holds = (value: number) =>
            value >= bin.from && (value < bin.to || (isLast && value === bin.to))
          expect(bin).toEqual({
            ...{ from: bin.from, to: bin.to, heldMs: times.msWhere(holds) },
            count: usable.filter(({ value }) => holds(value)).length,
          })
        }
        expect(bins?.reduce((sum, bin) => sum + bin.count, 0)).toBe(usable.length)
      }),
      { numRuns: 2 },
    )
  })

  it('HI122 a value that counts at the beginning alone has its bin', async () => {
    const sensor = await stored([
      { time: base - 5_000, value: 90, quality: 'good' },
      { time: base + 3_000, value: 5, quality: 'good' },
      { time: base + 9_000, value: 6, quality: 'good' },
    ])
    const request = { sensor, ...range, now: range.to, retained: withoutExpiry }
    const { bins } = await distributionOf(reader(), request)
    expect(bins?.at(-1)).toMatchObject({ count: 0, heldMs: 3_000 })
    expect(bins?.reduce((sum, bin) => sum + bin.heldMs, 0)).toBe(3_000 + 6_000 + 30_000)
  })

  it('HI122 edges ascend, are round, few, and hold all values', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(
        fc.tuple(number, number, number, number),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 6 }),
        (numbers, count, decimals) => {
          const [minimum = 0, lowerQuartile = 0, upperQuartile = 0, maximum = 0] = numbers.toSorted(
            (one, other) => one - other,
          )
          const spread = { count, minimum, maximum, lowerQuartile, upperQuartile, decimals }
          const edges = binEdges(spread)
          expect(edges.length).toBeGreaterThan(1)
          expect(edges.length).toBeLessThanOrEqual(maximumBins + 1)
          expect(edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? 0))).toBe(
            true,
          )
          expect((edges[0] ?? NaN) <= minimum && (edges.at(-1) ?? NaN) >= maximum).toBe(true)
        },
      ),
      { numRuns: 1_000 },
    )
    const even = { count: 1_000, minimum: 0.12, maximum: 0.87, decimals: 1 }
    expect(binEdges({ ...even, lowerQuartile: 0.3, upperQuartile: 0.7 })).toEqual([
      ...[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
    ])
  })

  it('HI122 HI63 where readings have expired it is not known', async () => {
    const sensor = await stored([{ time: base + 1, value: 5, quality: 'good' }])
    const cut = { readings: base + hour / 2, minutes: 0, hours: 0 }
    const retained = { hasMinutes: () => true, cutoffsOf: () => cut }
    const request = { sensor, ...range, now: range.to, retained }
    expect(await distributionOf(reader(), request)).toMatchObject({
      ...{ bins: null, reason: 'expired', source: 'mixed' },
    })
  })
})

describe('correlation', () => {
  /** Pearson by his formula, with nothing else in common with what is tried. */
  function pearson(x: readonly number[], y: readonly number[]): number {
    const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / list.length
    const [mx, my] = [mean(x), mean(y)]
    let [xy, xx, yy] = [0, 0, 0]
    for (const [index, value] of x.entries()) {
      const [dx, dy] = [value - mx, (y[index] ?? NaN) - my]
      xy += dx * dy
      xx += dx * dx
      yy += dy * dy
    }
    return xy / Math.sqrt(xx * yy)
  }

  it('HI123 pairs are averages of common steps; the coefficient is that of the pairs', async () => {
    const value = fc.integer({ min: -1_000, max: 1_000 }).map((each) => each / 8)
    await fc.assert(
      tenAtOnce(someReadings(value), someReadings(value), async (one, other) => {
        const [x, y] = await Promise.all([stored(one), stored(other)])
        const found = await correlationOf(reader(), { x, y, ...range, retained: withoutExpiry })
        expect(found).toMatchObject({ stepMs: 10_000, source: 'raw' })
        const averagesOf = (given: readonly StoredValue[]) =>
          Map.groupBy(
            given.filter(({ quality }) => quality !== 'bad'),
            ({ time }) => Math.floor(time / 10_000) * 10_000,
          )
        const [ofX, ofY] = [averagesOf(one), averagesOf(other)]
        const steps = [...ofX.keys()].filter((step) => ofY.has(step))
        expect(found.time).toEqual(steps)
        const mean = (list: readonly StoredValue[] = []) =>
          list.reduce((sum, each) => sum + each.value, 0) / list.length
        for (const [index, step] of steps.entries()) {
          expect(found.x[index]).toBeCloseTo(mean(ofX.get(step)), 9)
          expect(found.y[index]).toBeCloseTo(mean(ofY.get(step)), 9)
        }
        if (found.reason === null)
          expect(found.coefficient).toBeCloseTo(pearson(found.x, found.y), 9)
        else expect(found.coefficient).toBeNull()
        expect(found.reason === 'few').toBe(steps.length < 3)
      }),
      { numRuns: 1 },
    )
  })

  it('HI123 what goes along gives 1, what goes against gives -1, a constant no number', () => {
    const x = [1, 2, 3, 4]
    expect(coefficientOf({ x, y: [3, 5, 7, 9] }).coefficient).toBeCloseTo(1, 12)
    expect(coefficientOf({ x, y: [1e9 + 4, 1e9 + 3, 1e9 + 2, 1e9 + 1] }).coefficient).toBeCloseTo(
      ...[-1, 9],
    )
    expect(coefficientOf({ x, y: x.map((each) => each * 4e307) }).coefficient).toBeCloseTo(1, 12)
    expect(coefficientOf({ x, y: [5, 5, 5, 5] })).toEqual({
      ...{ coefficient: null, reason: 'constant_y' },
    })
    expect(coefficientOf({ x: [0, 0, 0], y: x }).reason).toBe('constant_x')
    expect(coefficientOf({ x: [1, 2], y: [1, 2] }).reason).toBe('few')
  })

  it('HI123 a long range has no more pairs than can be drawn, from rollups too', async () => {
    const readings = Array.from({ length: 3_000 }, (_, index) => ({
      ...{ time: base + index * 60_000, value: Math.sin(index), quality: 'good' as const },
    }))
    const [x, y] = [await stored(readings), await stored(readings)]
    const long = { from: base, to: base + 3_000 * 60_000 }
    const found = await correlationOf(reader(), { x, y, ...long, retained: withoutExpiry })
    expect(found.time.length).toBeLessThanOrEqual(maximumPairs + 1)
    expect(found).toMatchObject({ stepMs: 300_000, source: 'raw' })
    expect(found.time).toHaveLength(600)
    expect(found.coefficient).toBeCloseTo(1, 12)
    const cut = { readings: base + hour, minutes: base + hour, hours: 0 }
    const retained = { hasMinutes: () => true, cutoffsOf: () => cut }
    const rolled = await correlationOf(reader(), { x, y, ...long, retained })
    expect(rolled).toMatchObject({ stepMs: hour, source: 'mixed' })
    expect(rolled.time).toHaveLength(50)
  })
})
