import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartData, cursorReading } from './model.ts'
import { nearestEntry, type ColumnReadings, type RawReadings } from './series.ts'
import { summaryRows } from './summary.ts'

const from = 1_700_000_000_000
const columnMs = 10_000
const range = { from, to: from + 40 * columnMs }

const rawReadings = fc
  .uniqueArray(
    fc.record({
      offset: fc.integer({ min: 0, max: 40 * columnMs - 1 }),
      value: fc.integer({ min: -9, max: 9 }),
      quality: fc.constantFrom(0, 0, 0, 1, 2, 2),
    }),
    { selector: ({ offset }) => offset, minLength: 1, maxLength: 120 },
  )
  .map((readings): RawReadings => {
    const sorted = readings.toSorted((one, other) => one.offset - other.offset)
    return {
      kind: 'raw',
      time: sorted.map(({ offset }) => from + offset),
      value: sorted.map(({ value, quality }) => (quality === 2 && value > 0 ? null : value)),
      quality: sorted.map(({ quality }) => quality),
    }
  })

/** What the server makes of readings, by its definition. */
function columnsOf({ time, value, quality }: RawReadings): ColumnReadings {
  const readings = time.map((at, index) => ({
    at,
    value: value[index],
    quality: quality[index] ?? 0,
  }))
  const groupsOf = (codes: readonly number[]) =>
    Map.groupBy(
      readings.filter((one) => codes.includes(one.quality)),
      ({ at }) => Math.floor((at - from) / columnMs),
    )
  const usable = [...groupsOf([0, 1]).values()]
  const flagged = [1, 2]
    .flatMap((code) => [...groupsOf([code])].map(([column, group]) => ({ column, code, group })))
    .toSorted((one, other) => one.column - other.column || one.code - other.code)
  const values = usable.map((group) => group.map((one) => one.value ?? NaN))
  return {
    ...{ kind: 'columns', columnMs },
    firstTime: usable.map((group) => group[0]?.at ?? NaN),
    lastTime: usable.map((group) => group.at(-1)?.at ?? NaN),
    first: values.map((group) => group[0] ?? NaN),
    minimum: values.map((group) => Math.min(...group)),
    maximum: values.map((group) => Math.max(...group)),
    last: values.map((group) => group.at(-1) ?? NaN),
    count: usable.map((group) => group.length),
    flagged: {
      quality: flagged.map(({ code }) => code),
      firstTime: flagged.map(({ group }) => group[0]?.at ?? NaN),
      lastTime: flagged.map(({ group }) => group.at(-1)?.at ?? NaN),
      count: flagged.map(({ group }) => group.length),
    },
  }
}

const timesOf = ({ time, quality }: RawReadings, code: number) =>
  time.filter((_, index) => quality[index] === code)
const lies = (time: number, qualitySpans: readonly { from: number; to: number }[]) =>
  qualitySpans.some((span) => span.from <= time && time <= span.to)

describe('readings that are not good', () => {
  test('CH12 every bad and every uncertain reading is marked, one by one and in columns', () => {
    fc.assert(
      fc.property(rawReadings, fc.integer({ min: 100, max: 20_000 }), (raw, interval) => {
        for (const readings of [raw, columnsOf(raw)]) {
          const { qualitySpans } = chartData(readings, range, interval)
          for (const time of timesOf(raw, 2)) expect(lies(time, qualitySpans.bad)).toBe(true)
          for (const time of timesOf(raw, 1)) expect(lies(time, qualitySpans.uncertain)).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('CH12 a bad reading counts until the next one or until a gap, and no longer', () => {
    fc.assert(
      fc.property(
        rawReadings,
        fc.integer({ min: 100, max: 20_000 }),
        fc.integer({ min: 0, max: 40 * columnMs - 1 }),
        (raw, interval, offset) => {
          const { qualitySpans, gaps } = chartData(raw, range, interval)
          const moment = from + offset + 0.5
          const newest = raw.quality[raw.time.findLastIndex((time) => time <= moment)]
          const isSilent = lies(moment, gaps)
          expect(lies(moment, qualitySpans.bad)).toBe(newest === 2 && !isSilent)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('CH12 bad readings break the line and are no gap', () => {
    fc.assert(
      fc.property(rawReadings, (raw) => {
        const columnOf = (time: number) => Math.floor((time - from) / columnMs)
        const usable = raw.time.filter((_, index) => raw.quality[index] !== 2)
        const bad = timesOf(raw, 2)
        // Within a pixel column nobody can see what is between the readings.
        const badColumns = bad.filter(
          (time) => !usable.some((other) => columnOf(other) === columnOf(time)),
        )
        for (const [readings, times] of [
          [raw, bad],
          [columnsOf(raw), badColumns],
        ] as const) {
          const { line } = chartData(readings, range, columnMs * 40)
          for (let index = 1; index < line.time.length; index++) {
            const [start = 0, end = 0] = [line.time[index - 1], line.time[index]]
            const isJoined = [line.value, line.dotted].some(
              (list) =>
                list && (list[index - 1] ?? null) !== null && (list[index] ?? null) !== null,
            )
            if (isJoined) expect(times.filter((time) => start < time && time < end)).toEqual([])
          }
        }
      }),
      { numRuns: 400 },
    )
    const time = Array.from({ length: 60 }, (_, index) => from + index * 1000)
    const quality = time.map((_, index) => (index >= 20 && index < 40 ? 2 : 0))
    const raw: RawReadings = { kind: 'raw', time, value: time.map(() => 1), quality }
    const covered = { from, to: from + 60_000 }
    const { gaps, qualitySpans, line } = chartData(raw, covered, 1000)
    expect(gaps).toEqual([])
    expect(qualitySpans.bad).toEqual([{ from: from + 20_000, to: from + 40_000 }])
    expect(line.value.indexOf(null)).toBe(20)
  })
})

describe('what is read of them', () => {
  test('CH12 the crosshair stops at bad readings, and at a column shows how many are bad', () => {
    fc.assert(
      fc.property(rawReadings, (raw) => {
        for (const readings of [raw, columnsOf(raw)]) {
          const { marked } = chartData(readings, range, 1000)
          let bad = 0
          let usable = 0
          for (let index = 0; index < marked.length; index++) {
            const reading = cursorReading(marked, index)
            bad += reading.badCount
            usable += reading.count
            expect(Number.isNaN(reading.last)).toBe(reading.count === 0)
            const middle = (reading.from + reading.to) / 2
            expect(nearestEntry(marked, middle)).toBe(index)
          }
          expect([bad, usable]).toEqual([
            timesOf(raw, 2).length,
            raw.time.length - timesOf(raw, 2).length,
          ])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('CH6 CH12 the table counts every bad reading and names what is uncertain', () => {
    fc.assert(
      fc.property(rawReadings, (raw) => {
        for (const readings of [raw, columnsOf(raw)]) {
          const rows = summaryRows(chartData(readings, range, 1000).marked, range.from, range.to)
          expect(rows.length).toBeLessThanOrEqual(50)
          const bad = rows.reduce((sum, row) => sum + row.badCount, 0)
          expect(bad).toBe(timesOf(raw, 2).length)
          expect(rows.some((row) => row.hasUncertain)).toBe(timesOf(raw, 1).length > 0)
          for (const row of rows) expect(Number.isNaN(row.first)).toBe(row.count === 0)
        }
      }),
      { numRuns: 300 },
    )
  })
})
