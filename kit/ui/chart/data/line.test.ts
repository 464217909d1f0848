import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findGaps } from './gaps.ts'
import { lineOf } from './line.ts'
import {
  entriesOf,
  nearestEntry,
  readingCount,
  type ColumnReadings,
  type RawReadings,
} from './series.ts'
import { summaryRows } from './summary.ts'
import { extremesWithin, valueRange } from './value-range.ts'

const from = 1_700_000_000_000
const width = 40
const columnMs = 10_000
const range = { from, to: from + width * columnMs }

/**
 * Ascending distinct times in the range with whole values, so that ties and flat spans are
 * frequent.
 */
const rawReadings = fc
  .uniqueArray(fc.integer({ min: 0, max: width * columnMs - 1 }), { minLength: 1, maxLength: 300 })
  .chain((offsets) =>
    fc.record({
      kind: fc.constant('raw' as const),
      time: fc.constant(
        offsets.toSorted((one, other) => one - other).map((offset) => from + offset),
      ),
      value: fc.array(fc.integer({ min: -9, max: 9 }), {
        minLength: offsets.length,
        maxLength: offsets.length,
      }),
      quality: fc.array(fc.constantFrom(0, 0, 0, 0, 1, 2), {
        minLength: offsets.length,
        maxLength: offsets.length,
      }),
    }),
  )

const columnOf = (time: number) => Math.floor((time - from) / columnMs)

/** M4 by its definition, written apart from the code under test. */
function reduce({ time, value }: RawReadings): ColumnReadings {
  const columns = new Map<number, { times: number[]; values: number[] }>()
  time.forEach((at, index) => {
    const column = columns.get(columnOf(at)) ?? { times: [], values: [] }
    column.times.push(at)
    column.values.push(value[index] ?? NaN)
    columns.set(columnOf(at), column)
  })
  const list = [...columns.values()]
  return {
    kind: 'columns',
    columnMs,
    firstTime: list.map(({ times }) => times[0] ?? NaN),
    lastTime: list.map(({ times }) => times.at(-1) ?? NaN),
    first: list.map(({ values }) => values[0] ?? NaN),
    minimum: list.map(({ values }) => Math.min(...values)),
    maximum: list.map(({ values }) => Math.max(...values)),
    last: list.map(({ values }) => values.at(-1) ?? NaN),
    count: list.map(({ values }) => values.length),
  }
}

function perColumn(time: readonly number[], value: readonly (number | null)[]) {
  const columns = new Map<number, number[]>()
  time.forEach((at, index) => {
    const what = value[index]
    if (what !== null && what !== undefined)
      columns.set(columnOf(at), [...(columns.get(columnOf(at)) ?? []), what])
  })
  return [...columns].map(([column, values]) => [
    column,
    values[0],
    Math.min(...values),
    Math.max(...values),
    values.at(-1),
  ])
}

describe('line', () => {
  test('CH1 the line of columns has in every pixel the extremes of the readings', () => {
    fc.assert(
      fc.property(rawReadings, (raw) => {
        const line = lineOf(entriesOf(reduce(raw)), [])
        expect(perColumn(line.time, line.value)).toEqual(perColumn(raw.time, raw.value))
      }),
      { numRuns: 500 },
    )
  })

  test('CH1 times of the line never go backwards, with four points a column at most', () => {
    fc.assert(
      fc.property(rawReadings, (raw) => {
        const columns = reduce(raw)
        const { time } = lineOf(entriesOf(columns), [])
        expect(time.every((at, index) => index === 0 || at >= (time[index - 1] ?? Infinity))).toBe(
          true,
        )
        expect(time.length).toBeLessThanOrEqual(4 * columns.count.length)
        expect(readingCount(entriesOf(columns))).toBe(raw.time.length)
      }),
      { numRuns: 300 },
    )
  })

  test('CH2 a line is never drawn across a gap, and is drawn everywhere else', () => {
    const series = rawReadings.chain((raw) => fc.constantFrom(raw, reduce(raw)))
    fc.assert(
      fc.property(series, fc.integer({ min: 100, max: 20_000 }), (readings, interval) => {
        const entries = entriesOf(readings)
        const gaps = findGaps(entries, range, interval)
        const { time, value, dotted } = lineOf(entries, gaps)
        const inner = gaps.filter(({ after }) => after >= 0 && after + 1 < entries.length)
        expect(
          value.filter((what, index) => what === null && (dotted?.[index] ?? null) === null),
        ).toHaveLength(inner.length)
        for (let index = 1; index < time.length; index++) {
          const joined = (list: readonly (number | null)[] | null) =>
            list && list[index - 1] !== null && list[index] !== null
          const start = time[index - 1] ?? 0
          const end = time[index] ?? 0
          const crosses = gaps.some((gap) => start < gap.to && end > gap.from)
          if (crosses) expect(joined(value) || joined(dotted)).toBeFalsy()
          else expect(joined(value) || joined(dotted)).toBeTruthy()
        }
      }),
      { numRuns: 500 },
    )
  })

  test('CH2 a point without neighbours is listed, so that it can be drawn as a dot', () => {
    const raw: RawReadings = {
      kind: 'raw',
      time: [from, from + 1000, from + 300_000],
      value: [1, 2, 3],
      quality: [0, 0, 0],
    }
    const entries = entriesOf(raw)
    const line = lineOf(entries, findGaps(entries, range, 1000))
    expect(line.alone.map((index) => line.value[index])).toEqual([3])
  })

  test('CH3 "no value" is no point of the line', () => {
    const time = [from, from + 1, from + 2]
    const entries = entriesOf({ kind: 'raw', time, value: [4, null, 5], quality: [0, 2, 0] })
    expect(entries.firstTime).toEqual([from, from + 2])
    expect(entries.last).toEqual([4, 5])
  })

  test('CH3 bad readings are left out and steps that touch an uncertain one are dotted', () => {
    fc.assert(
      fc.property(rawReadings, (raw) => {
        const entries = entriesOf(raw)
        expect(entries.length).toBe(raw.quality.filter((code) => code !== 2).length)
        const { value, dotted } = lineOf(entries, [])
        for (let index = 0; index < entries.length; index++) {
          const touched = [index - 1, index, index + 1].some((at) => entries.uncertain?.[at])
          expect(value[index] === null).toBe(entries.uncertain?.[index] ?? false)
          expect((dotted?.[index] ?? null) === null).toBe(!touched)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('gaps', () => {
  const steady = (seconds: readonly number[]): RawReadings => ({
    kind: 'raw',
    time: seconds.map((at) => from + at * 1000),
    value: seconds.map(() => 1),
    quality: seconds.map(() => 0),
  })
  const gapsOf = (raw: RawReadings, interval: number, to: number) =>
    findGaps(entriesOf(raw), { from, to: from + to * 1000 }, interval).map((gap) => [
      (gap.from - from) / 1000,
      (gap.to - from) / 1000,
    ])

  test('CH2 three missed readings are no gap, more are', () => {
    expect(gapsOf(steady([0, 1, 2, 5, 6]), 1000, 6)).toEqual([])
    expect(gapsOf(steady([0, 1, 2, 5.001, 6]), 1000, 6)).toEqual([[2, 5.001]])
  })

  test('CH2 a sensor that is slower than expected has gaps only where it is silent', () => {
    expect(gapsOf(steady([0, 60, 120, 180, 600, 660, 720]), 10_000, 720)).toEqual([[180, 600]])
  })

  test('CH2 silence at the ends of the range is a gap, and so is an empty range', () => {
    expect(gapsOf(steady([50, 51, 52]), 1000, 100)).toEqual([
      [0, 50],
      [52, 100],
    ])
    expect(gapsOf(steady([]), 1000, 100)).toEqual([[0, 100]])
  })
})

describe('entries', () => {
  test('CH4 the crosshair finds the entry nearest in time', () => {
    fc.assert(
      fc.property(
        rawReadings,
        fc.integer({ min: from - 5000, max: range.to + 5000 }),
        (raw, time) => {
          const entries = entriesOf({ ...raw, quality: raw.quality.map(() => 0) })
          const found = nearestEntry(entries, time) ?? -1
          const distance = Math.min(...raw.time.map((at) => Math.abs(at - time)))
          expect(Math.abs((raw.time[found] ?? 0) - time)).toBe(distance)
        },
      ),
    )
    expect(nearestEntry(entriesOf({ kind: 'raw', time: [], value: [], quality: [] }), 5)).toBeNull()
  })

  test('CH5 the value axis holds all that is visible, and a limit only where it is near', () => {
    fc.assert(
      fc.property(rawReadings, fc.integer({ min: -500, max: 500 }), (raw, upper) => {
        const extremes = extremesWithin(entriesOf(raw), range.from, range.to)
        const [low, high] = valueRange(extremes, { lower: null, upper })
        expect(low).toBeLessThan(high)
        if (!extremes) return
        expect(low).toBeLessThan(extremes.minimum)
        expect(high).toBeGreaterThan(extremes.maximum)
        expect(high - low).toBeLessThan(3.5 * Math.max(extremes.maximum - extremes.minimum, 1))
      }),
    )
    expect(valueRange({ minimum: 190, maximum: 205 }, { lower: 0, upper: 210 })[1]).toBeGreaterThan(
      210,
    )
    expect(valueRange({ minimum: 190, maximum: 205 }, { lower: 0, upper: 210 })[0]).toBeGreaterThan(
      180,
    )
  })

  test('CH6 the table has every extreme and every reading in at most fifty rows', () => {
    fc.assert(
      fc.property(rawReadings, (raw) => {
        const entries = entriesOf(raw)
        const rows = summaryRows(entries, range.from, range.to)
        expect(rows.length).toBeLessThanOrEqual(50)
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length)
        if (entries.length === 0) return
        expect(Math.max(...rows.map(({ maximum }) => maximum))).toBe(Math.max(...entries.maximum))
        expect(Math.min(...rows.map(({ minimum }) => minimum))).toBe(Math.min(...entries.minimum))
      }),
    )
  })
})
