import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { qualities } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { countsLess } from '../testing/reading-order.ts'
import { insertLines, lastReadings, storedIdentities, storedRanges } from './readings-store.ts'

let engine: TestTelemetry
const base = Date.UTC(2026, 2, 1, 10)

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const reading = (
  sensorId: number,
  time: number,
  value: Reading['value'],
  quality: Reading['quality'] = 'good',
): Reading => ({
  ...{ sensorId, time, value, quality },
})

it('RD8 the last reading of every sensor is found, and the span of its times', async () => {
  const now = Date.now()
  await storeReadings(engine.telemetry, [
    reading(1, base, 1),
    reading(1, base + 10, 2, 'bad'),
    reading(2, now - 5, 4, 'uncertain'),
    reading(2, now - 50, 3),
    reading(3, base, 'A'),
    reading(3, base + 5, 'B'),
    reading(4, base, 'A'),
    reading(4, base + 3_600_000, 7),
    reading(5, base, null, 'bad'),
    reading(6, base, 7),
    reading(6, base + 3_600_000, 'A'),
  ])
  const last = await lastReadings(engine.telemetry, [1, 2, 3, 4, 5, 6, 7])
  expect(last.toSorted((one, other) => one.sensorId - other.sensorId)).toEqual([
    reading(1, base + 10, 2, 'bad'),
    reading(2, now - 5, 4, 'uncertain'),
    reading(3, base + 5, 'B'),
    reading(4, base + 3_600_000, 7),
    reading(5, base, null, 'bad'),
    reading(6, base + 3_600_000, 'A'),
  ])
  expect(
    [...(await storedRanges(engine.telemetry))].toSorted(([one], [other]) => one - other),
  ).toEqual([
    [1, { first: base, last: base + 10 }],
    [2, { first: now - 50, last: now - 5 }],
    [3, { first: base, last: base + 5 }],
    [4, { first: base, last: base + 3_600_000 }],
    [5, { first: base, last: base }],
    [6, { first: base, last: base + 3_600_000 }],
  ])
})

/** What one sensor sends of one time; no text compares by UTF-16 as it does by its bytes. */
const sentAtOnce = fc.record({
  isText: fc.boolean(),
  sent: fc.array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(null, -2, 0, 0.5, 7, 1e300),
        fc.constantFrom('', 'a', 'b', 'ba', '\u{1f600}', '\uff21'),
      ),
      fc.constantFrom(...qualities),
    ),
    { minLength: 1, maxLength: 6 },
  ),
})

it('RD58 of readings of one time a start takes the one that counts, in any order', async () => {
  let next = 1_000
  await fc.assert(
    fc.asyncProperty(fc.array(sentAtOnce, { minLength: 150, maxLength: 150 }), async (all) => {
      const first = next
      next += all.length
      const sent = all.map(({ sent: own }, index) =>
        own.map(([value, quality]) =>
          reading(first + index, base, value, value === null ? 'bad' : quality),
        ),
      )
      // In two inserts: a start finds them merged, or not yet.
      for (const part of [sent.map((own) => own.slice(1)), sent.map((own) => own.slice(0, 1))])
        await storeReadings(engine.telemetry, part.flat())
      const isText = (id: number) => all[id - first]?.isText === true
      const ids = all.map((_, index) => first + index)
      const last = await lastReadings(engine.telemetry, ids, isText)
      const found = new Map(last.map((each) => [each.sensorId, each]))
      for (const [index, id] of ids.entries()) {
        const counting = sent[index]?.reduce((one, other) =>
          countsLess(one, other, () => isText(id)) ? other : one,
        )
        expect(found.get(id)).toEqual(counting)
      }
    }),
    { numRuns: 4 },
  )
})

it('RD7 a batch is recognised by its token, whether somebody waited for it or not', async () => {
  const { telemetry } = engine
  const lines = (sensor: number) =>
    Buffer.from(`${sensor}\t${base / 1000}\t1\t0\n${sensor}\t${base / 1000 + 1}\t2\t0\n`)
  for (const [sensor, order] of [
    [901, [true, true, false]],
    [902, [false, true, true]],
  ] as const)
    for (const isAwaited of order)
      await insertLines(telemetry, 'numeric_readings', lines(sensor), `of ${sensor}`, isAwaited)
  const found = await telemetry.rows(
    `SELECT sensor, count() AS readings,
       (SELECT sum(count) FROM numeric_rollup_minute AS one WHERE one.sensor = 901) AS minutes,
       (SELECT sum(count) FROM numeric_rollup_hour AS one WHERE one.sensor = 902) AS hours
     FROM numeric_readings WHERE sensor IN (901, 902) GROUP BY sensor ORDER BY sensor`,
  )
  const once = { readings: 2, minutes: 2, hours: 2 }
  expect(found).toEqual([
    { sensor: 901, ...once },
    { sensor: 902, ...once },
  ])
})

it('RD66 as many readings as a batch of a wide file has are looked up for a person', async () => {
  const readings = Array.from({ length: 110_000 }, (_, index) => ({
    ...{ sensorId: 4_000_000_000 + (index % 2_000), time: base + index },
  }))
  const [, second] = readings
  const last = readings.at(-1)
  await storeReadings(
    engine.telemetry,
    [second, last].flatMap((each) => (each ? [reading(each.sensorId, each.time, 1)] : [])),
  )
  const reader = engine.telemetry.readerFor('import').lengthy
  const found = await storedIdentities(reader, 'numeric_readings', readings)
  expect(found.size).toBe(2)
})
