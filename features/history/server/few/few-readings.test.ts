import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import { readColumns, readFlagged } from '../history-store.ts'
import { readRaw } from '../raw-store.ts'
import { readStatistics } from '../statistics-store.ts'
import { base, newSensor, reportOf } from '../testing/reports.ts'
import { readMinuteColumns, readMinuteFlagged } from '../testing/wide-columns.ts'
import { readFew } from './few-readings.ts'
import { columnArrays, flaggedArrays, inOrder, rawArrays } from './reading-columns.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const hour = 3_600_000
const readings = fc.uniqueArray(
  fc
    .record({
      // Several values have the same time; some come in pairs, some after hours.
      time: fc.oneof(fc.nat(30), fc.nat(60 * hour)).map((after) => base + after),
      value: fc.oneof(
        fc.integer({ min: -3, max: 3 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constant(null),
      ),
      quality: fc.constantFrom<Quality>('good', 'good', 'uncertain', 'bad'),
    })
    .map((one) => (one.value === null ? { ...one, quality: 'bad' as const } : one)),
  { selector: ({ time, value }) => `${time} ${value}`, maxLength: 80 },
)
const drawing = fc.record({
  begin: fc.oneof(fc.integer({ min: -40, max: 20 }), fc.nat(60_000)),
  span: fc.oneof(fc.integer({ min: 40, max: 9_000 }), fc.integer({ min: hour, max: 48 * hour })),
  width: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 400 })),
})

const textOf = (pieces: Buffer | readonly Buffer[] | undefined) =>
  JSON.parse(String(Buffer.isBuffer(pieces) ? pieces : Buffer.concat(pieces ?? []))) as unknown
const textsOf = (arrays: Readonly<Record<string, Buffer | readonly Buffer[]>>) =>
  Object.fromEntries(Object.entries(arrays).map(([name, pieces]) => [name, textOf(pieces)]))

it('HI134 what few readings say together is what the engine says of them', async () => {
  await fc.assert(
    tenAtOnce(fc.tuple(readings, drawing), async ([list, { begin, span, width }]) => {
      const { telemetry } = engine
      const { id: sensorId } = newSensor()
      await storeReadings(
        telemetry,
        list.map((reading) => ({ sensorId, ...reading })),
      )
      await ownTurn()
      const range = { sensorId, from: base + begin, to: base + begin + span }
      const few = await readFew(telemetry, range, 1_000)
      if (!few) throw new Error('few readings are not taken as such')
      const drawn = { ...range, width }
      const isWide = span / width >= 600_000
      const [columns, flagged] = isWide
        ? [readMinuteColumns, readMinuteFlagged]
        : [readColumns, readFlagged]
      expect(textsOf(columnArrays(few.columns, drawn))).toEqual(
        textsOf(await columns(telemetry, range, width)),
      )
      expect(textsOf(flaggedArrays(few.columns, drawn))).toEqual(
        textsOf(await flagged(telemetry, range, width)),
      )
      const raw = await readRaw(telemetry, range, 1_000, () => undefined)
      expect(textsOf(rawArrays(few.columns))).toEqual(textsOf(raw.arrays))
      const { count, badCount, last } = await readStatistics(telemetry, range)
      expect(await few.statistics()).toMatchObject({ count, badCount, last })
      expect(few.counts.number).toBe(count + badCount)
    }),
    { numRuns: 5 },
  )
})

it('HI134 "no value" stands behind the values of its time, and does not part them', () => {
  const nothing = Number.NaN
  const inWhichOrder = inOrder({
    time: Float64Array.of(1, 1, 1, 1, 1, 2),
    value: Float64Array.of(5, nothing, 1, nothing, 3, 0),
    quality: Float64Array.of(0, 2, 1, 2, 0, 0),
  })
  expect(inWhichOrder).toEqual({
    time: Float64Array.of(1, 1, 1, 1, 1, 2),
    value: Float64Array.of(1, 3, 5, nothing, nothing, 0),
    quality: Float64Array.of(1, 0, 0, 2, 2, 0),
  })
})

it('HI134 a new quick sensor is read in the same way, unless they are many', async () => {
  const sensor = { ...newSensor(), intervalMs: 50 }
  const insert = (from: number, count: number) =>
    engine.telemetry.command(
      `INSERT INTO numeric_readings
       SELECT ${sensor.id}, fromUnixTimestamp64Milli(toInt64(${base} + number * 50), 'UTC'),
         number % 100, number % 10 = 0 ? 2 : 0 FROM numbers(${from}, ${count})`,
    )
  const range = { sensorId: sensor.id, from: base, to: base + 24 * hour }
  await insert(0, 20_000)
  expect(await readFew(engine.telemetry, range, 50)).toMatchObject({
    counts: { number: 20_000, flagged: 2_000 },
  })
  const report = () => reportOf(engine.telemetry, { sensor, width: 24 })
  expect(await report()).toMatchObject({
    statistics: { count: 18_000, badCount: 2_000, minimum: 1, maximum: 99, source: 'raw' },
    series: { kind: 'columns', columnMs: hour, count: [18_000] },
  })
  await insert(20_000, 1)
  expect(await readFew(engine.telemetry, range, 50)).toBeNull()
  expect(await report()).toMatchObject({
    statistics: { count: 18_000, badCount: 2_001, minimum: 1, maximum: 99, source: 'raw' },
    series: { kind: 'columns', columnMs: hour, count: [18_000] },
  })
})
