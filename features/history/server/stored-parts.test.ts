import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { partsOf, rolledUntil, rowsOf, wholeMinuteParts, type StoredPart } from './stored-parts.ts'

const minute = 60_000
const retained = (readings: number, minutes: number, hasMinutes = true): RetainedReadings => ({
  cutoffsOf: () => ({ readings, minutes, hours: 0 }),
  hasMinutes: () => hasMinutes,
})
const range = (from: number, to: number) => ({ sensorId: 7, from, to })
const short = (parts: readonly StoredPart[]) =>
  parts.map(({ source, from, to }) => [source, from, to])

it('HI150 a range is read from readings, before them minutes, before these hours', () => {
  const parts = (from: number, to: number, hasMinutes = true) =>
    short(partsOf(range(from, to), retained(500, 200, hasMinutes)))
  expect(parts(100, 900)).toEqual([
    ['hours', 100, 200],
    ['minutes', 200, 500],
    ['readings', 500, 900],
  ])
  expect(parts(100, 150)).toEqual([['hours', 100, 150]])
  expect(parts(250, 400)).toEqual([['minutes', 250, 400]])
  expect(parts(500, 900)).toEqual([['readings', 500, 900]])
  expect(parts(600, 900)).toEqual([['readings', 600, 900]])
  expect(parts(200, 500)).toEqual([['minutes', 200, 500]])
  expect(parts(100, 900, false)).toEqual([
    ['hours', 100, 500],
    ['readings', 500, 900],
  ])
  // Minutes that are kept for a shorter time than readings are not asked for.
  expect(short(partsOf(range(100, 900), retained(200, 500)))).toEqual([
    ['hours', 100, 200],
    ['readings', 200, 900],
  ])
})

it('HI170 nothing has expired of the day in which 1970 began in zones ahead of UTC', () => {
  const all = range(-8 * 3_600_000, 900)
  expect(short(partsOf(all, retained(0, 0)))).toEqual([['readings', 0, 900]])
  expect(rolledUntil(partsOf(all, retained(0, 0)))).toBeNull()
  expect(short(partsOf(all, retained(500, 0)))).toEqual([
    ['minutes', 0, 500],
    ['readings', 500, 900],
  ])
})

it('HI150 columns of minutes come from whole minutes alone, what they cut from readings', () => {
  const parts = (from: number, to: number, hasMinutes = true) =>
    short(wholeMinuteParts(range(from, to), retained(0, 0, hasMinutes)))
  expect(parts(minute - 1, 3 * minute + 1)).toEqual([
    ['readings', minute - 1, minute],
    ['minutes', minute, 3 * minute],
    ['readings', 3 * minute, 3 * minute + 1],
  ])
  expect(parts(minute, 3 * minute)).toEqual([['minutes', minute, 3 * minute]])
  expect(parts(1, 2 * minute - 1)).toEqual([['readings', 1, 2 * minute - 1]])
  expect(parts(1, minute - 1)).toEqual([['readings', 1, minute - 1]])
  expect(parts(1, 3 * minute, false)).toEqual([['readings', 1, 3 * minute]])
  expect(short(wholeMinuteParts(range(1, 3 * minute), retained(2 * minute, minute)))).toEqual([
    ['hours', 1, minute],
    ['minutes', minute, 2 * minute],
    ['minutes', 2 * minute, 3 * minute],
  ])
})

it('HI150 rollups alone reach to where the last of them ends', () => {
  const until = (from: number, to: number) =>
    rolledUntil(partsOf(range(from, to), retained(500, 200)))
  expect([until(600, 900), until(100, 150), until(100, 400), until(100, 900)]).toEqual([
    ...[null, 150, 400, 500],
  ])
})

describe('rows of the parts', () => {
  let engine: TestTelemetry
  const base = Date.UTC(2026, 2, 1, 10)
  const offsets = [0, 10_000, 59_999, 60_000, 119_999, 150_000]
  beforeAll(async () => {
    engine = await testTelemetry()
    const readings = offsets.map((offset, index) => ({
      ...{ sensorId: 1, time: base + offset, value: index, quality: 'good' as const },
    }))
    await storeReadings(engine.telemetry, readings)
  })
  afterAll(() => engine.close())

  const rows = async (source: StoredPart['source'], from: number, to: number) => {
    const part = { source, from: base + from, to: base + to }
    const found = await engine.telemetry.rows<Record<string, number>>(
      `SELECT start, firstAt, lastAt, number, inside, isRolled
       FROM (${rowsOf([part])}) ORDER BY start`,
      { sensorId: 1 },
    )
    return found.map(({ start = 0, firstAt = 0, lastAt = 0, number, inside, isRolled }) => [
      ...[start - base, firstAt - base, lastAt - base, number, inside, isRolled],
    ])
  }

  it('HI151 readings of a part are those from its begin on and before its end', async () => {
    const times = async (from: number, to: number) =>
      (await rows('readings', from, to)).map(([start]) => start)
    expect(await times(0, 60_000)).toEqual([0, 10_000, 59_999])
    expect(await times(10_000, 60_001)).toEqual([10_000, 59_999, 60_000])
    expect(await rows('readings', 1, 10_001)).toEqual([[10_000, 10_000, 10_000, 1, 1, 0]])
  })

  it('HI151 a minute that its part cuts is inside where all of its readings are', async () => {
    const [first, second] = [
      [0, 0, 59_999, 3, 1, 1],
      [60_000, 60_000, 119_999, 2, 1, 1],
    ]
    const cut = (row: readonly number[] | undefined) => row?.with(4, 0)
    expect(await rows('minutes', 0, 120_000)).toEqual([first, second])
    expect(await rows('minutes', 0, 60_000)).toEqual([first])
    expect(await rows('minutes', 1, 120_000)).toEqual([cut(first), second])
    expect(await rows('minutes', 0, 119_999)).toEqual([first, cut(second)])
    expect(await rows('minutes', 0, 60_500)).toEqual([first, cut(second)])
    expect(await rows('minutes', 120_000, 150_001)).toEqual([[120_000, 150_000, 150_000, 1, 1, 1]])
    expect(await rows('minutes', 150_000, 180_000)).toEqual([[120_000, 150_000, 150_000, 1, 1, 1]])
    expect(await rows('hours', 0, 3_600_000)).toEqual([[0, 0, 150_000, 6, 1, 1]])
    expect(await rows('hours', 10, 3_600_000)).toEqual([[0, 0, 150_000, 6, 0, 1]])
  })
})
