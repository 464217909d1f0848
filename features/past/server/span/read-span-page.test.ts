import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { noCutoffs, type RetainedReadings } from '#kit/server/readings/retained-readings.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import type { PastSeries } from '../../contract/routes.ts'
import { deviceChanges, devicesAt } from '../devices/device-states.ts'
import type { OfflineReport } from '../devices/offline-reports.ts'
import { expiredSensors } from '../expired.ts'
import { trendsJson } from '../minute-trends.ts'
import { readingsAt } from '../moment/readings-at.ts'
import { expireReadings } from '../testing/expire-store.ts'
import { catalogueOf, end, newestAt, newSensor, reading, reportsOf } from '../testing/recordings.ts'
import { readSpanPage } from './read-span-page.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const minute = 60_000
const allThere: RetainedReadings = { hasMinutes: () => true, cutoffsOf: () => noCutoffs }
const store = (readings: readonly Reading[]) => storeReadings(engine.telemetry, readings)

/** What a series says at a moment: its last reading until then. */
function readingAt(series: PastSeries | undefined, from: number, at: number) {
  if (!series) return undefined
  const [id, after, values, qualities] = series
  const index = after.findLastIndex((ms) => from + ms <= at)
  if (index < 0) return undefined
  return [id, from + (after[index] ?? NaN), values[index], qualities[index]]
}

it('PA6 a span has what is stored at the end of each step, nothing of before it', async () => {
  // Some of them at the very end of a step, or just after it.
  const entry = fc.record({
    step: fc.integer({ min: -1, max: 4 }),
    rest: fc.oneof(fc.constantFrom(0, 1), fc.nat(7_000)),
    value: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom('A', 'B'), fc.constant(null)),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 30 }),
      fc.constantFrom('analog', 'string'),
      fc.integer({ min: 1, max: 7_000 }),
      async (entries, type, stepMs) => {
        const sensor = newSensor(type)
        const readings = entries.map(({ step, rest, value }) =>
          reading(sensor, end + step * stepMs + (rest % stepMs), value),
        )
        await store(readings)
        const span = { from: end, until: end + 15_000, stepMs, backwards: false }
        const { series } = await readSpanPage(engine.telemetry, [sensor], span)
        for (let at = end + stepMs; at <= span.until; at += stepMs) {
          const stored = newestAt(sensor, readings, at)
          expect(readingAt(series[0], end, at)).toEqual(
            stored && stored[1] > end ? stored : undefined,
          )
        }
      },
    ),
    { numRuns: 25 },
  )
})

/** Every page of a span, one after another. */
async function pagesOf(sensors: readonly Sensor[], backwards: boolean) {
  let [from, until] = [end, end + 20 * minute]
  const pages = []
  while (from < until) {
    const span = { from, until, stepMs: 1, backwards }
    const page = await readSpanPage(engine.telemetry, sensors, span)
    pages.push(page)
    ;[from, until] = backwards ? [from, page.from] : [page.until, until]
  }
  return pages
}

it('PA7 pages are bounded, forwards and backwards, and leave nothing out', async () => {
  const sensors = Array.from({ length: 150 }, () => newSensor())
  const text = newSensor('string')
  await store(
    sensors.flatMap((sensor) =>
      Array.from({ length: 500 }, (_, index) => reading(sensor, end + 1 + index * 2_000, index)),
    ),
  )
  const long = (index: number) => `${index} ${'x'.repeat(4_000)}`
  await store(
    Array.from({ length: 400 }, (_, index) => reading(text, end + 1 + index * 2_000, long(index))),
  )
  for (const [asked, backwards] of [
    [sensors, false],
    [sensors, true],
    [[...sensors, text], false],
    [[...sensors, text], true],
  ] as const) {
    const pages = await pagesOf(asked, backwards)
    const inOrder = backwards ? pages.toReversed() : pages
    const timesOf = ({ id }: Sensor) =>
      inOrder.flatMap(({ from, series }) =>
        (series.find(([sensorId]) => sensorId === id)?.[1] ?? []).map((after) => from + after),
      )
    const every = (count: number) => Array.from({ length: count }, (_, i) => end + 1 + i * 2_000)
    for (const sensor of [sensors[0], sensors[149]])
      expect(sensor && timesOf(sensor)).toEqual(every(500))
    expect(timesOf(text)).toEqual(every(asked.length > sensors.length ? 400 : 0))
    expect(pages.length).toBeGreaterThan(1)
    for (const { series } of pages) {
      const values = series.flatMap(([, , offlineReports]) => offlineReports)
      const texts = values.filter((value) => typeof value === 'string')
      expect(values.length - texts.length).toBeLessThanOrEqual(60_000)
      expect(texts.join('').length).toBeLessThan(2 ** 20 + 5_000)
    }
  }
})

it('PA3 devices come and go in a span when their silence begins and ends', async () => {
  const [first, second] = [newSensor('analog', { deviceId: 3 }), newSensor('lamp', { deviceId: 4 })]
  const seconds = (sensor: Sensor, times: readonly number[]) =>
    times.map((second) => reading(sensor, end + second * 1_000, second))
  await store([...seconds(first, [-30, 5, 14, 40]), ...seconds(second, [-4, 2, 8, 17])])
  const span = { from: end, until: end + 45_000 }
  const catalogue = catalogueOf([first, second])
  const sources = (reports: readonly OfflineReport[]) => ({
    ...{ reader: engine.telemetry, catalogue, reports: reportsOf(reports), retained: allThere },
  })
  const changes = await deviceChanges(sources([]), [first, second], span)
  expect(changes).toEqual([
    [3, 'online', end + 5_000],
    [3, 'offline', end + 24_000],
    [4, 'offline', end + 27_000],
    [3, 'online', end + 40_000],
  ])
  const offlineReports = [
    { deviceId: 4, at: end - 2_000 },
    ...[6_000, 20_000, 30_000].map((ms) => ({ deviceId: 3, at: end + ms })),
  ]
  expect(await deviceChanges(sources(offlineReports), [first, second], span)).toEqual([
    [4, 'online', end + 2_000],
    [3, 'online', end + 5_000],
    [3, 'offline', end + 6_000],
    [3, 'online', end + 14_000],
    [3, 'offline', end + 20_000],
    [4, 'offline', end + 27_000],
    [3, 'online', end + 40_000],
  ])
})

/** Readings of 20 minutes long ago, which have expired: ten of minutes, then silence, then more. */
async function expiredSensor(hasMinutes: boolean) {
  const sensor = newSensor('analog', { deviceId: 21 })
  const begin = end - 200 * 24 * 60 * minute
  const seconds = Array.from({ length: 20 * 60 }, (_, second) => second)
  const isSilent = (second: number) => second >= 600 && second < 900
  const times = seconds.filter((second) => !isSilent(second))
  await store(times.map((second) => reading(sensor, begin + second * 1_000 + 500, second)))
  await expireReadings(engine.telemetry, sensor.id)
  const cutoffs = { readings: end, minutes: hasMinutes ? 0 : end, hours: 0 }
  const retained: RetainedReadings = { hasMinutes: () => hasMinutes, cutoffsOf: () => cutoffs }
  return { sensor, begin, retained }
}

it('PA1 PA6 what has expired is played as its moments are shown', async () => {
  const { sensor, begin, retained } = await expiredSensor(true)
  for (const [from, stepMs, backwards] of [
    [begin, 6_000, false],
    [begin + minute, 1_000, true],
  ] as const) {
    const span = { from, until: begin + 20 * minute, stepMs, backwards }
    const expired = expiredSensors(retained, [sensor.id], from)
    const { series } = await readSpanPage(engine.telemetry, [sensor], span, expired)
    for (let at = from + 13 * stepMs; at <= span.until; at += 90_000) {
      const { time, value } =
        (await readingsAt(engine.telemetry, [sensor], at)).get(sensor.id) ?? {}
      const [, shownAt, shown] = readingAt(series[0], from, at) ?? []
      if (time !== undefined && time > from) expect([shownAt, shown]).toEqual([time, value])
    }
    expect(series[0]?.[2]).toContain(1_199)
  }
  const trend = { from: begin + 500, until: begin + 5 * minute + 500, columnMs: 10_000 }
  const pieces = await trendsJson(engine.telemetry, [sensor.id], trend, retained)
  const [[, , values]] = JSON.parse(Buffer.concat(pieces).toString()) as [
    [number, number[], number[]],
  ]
  expect(values).toEqual([60, 119, 120, 179, 180, 239, 240, 299])
})

it('PA3 a device was there in all of the minutes that are left of what has expired', async () => {
  for (const hasMinutes of [true, false]) {
    const { sensor, begin, retained } = await expiredSensor(hasMinutes)
    const sources = {
      ...{ reader: engine.telemetry, catalogue: catalogueOf([sensor]), reports: reportsOf([]) },
      retained,
    }
    const stateAt = async (ms: number) => {
      const found = await readingsAt(engine.telemetry, [sensor], begin + ms)
      const read = new Map([...found].map(([id, { time }]) => [id, time]))
      return (await devicesAt(sources, [sensor], read, begin + ms)).map(([, state]) => state)[0]
    }
    expect(await stateAt(30_000)).toBe('online')
    expect(await stateAt(19 * minute + 30_000)).toBe('online')
    // Of an hour nobody can say whether it had gaps.
    expect(await stateAt(12 * minute)).toBe(hasMinutes ? 'offline' : 'online')
    const changes = await deviceChanges(sources, [sensor], {
      from: begin + 1_000,
      until: begin + 19 * minute,
    })
    expect(changes).toEqual(
      hasMinutes
        ? [
            [21, 'offline', begin + 10 * minute - 500 + 10_000],
            [21, 'online', begin + 15 * minute + 500],
          ]
        : [],
    )
  }
})
