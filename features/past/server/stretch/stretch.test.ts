import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import type { PastSeries } from '../../contract/routes.ts'
import { deviceChanges } from '../devices/device-states.ts'
import type { OfflineReport } from '../devices/offline-reports.ts'
import { catalogueOf, end, newestAt, newSensor, reading, reportsOf } from '../testing/recordings.ts'
import { stretchOf } from './stretch.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const minute = 60_000
const store = (readings: readonly Reading[]) => storeReadings(engine.telemetry, readings)

/** What a series says at a moment: its last reading until then. */
function saidAt(series: PastSeries | undefined, from: number, at: number) {
  if (!series) return undefined
  const [id, after, values, qualities] = series
  const index = after.findLastIndex((ms) => from + ms <= at)
  if (index < 0) return undefined
  return [id, from + (after[index] ?? NaN), values[index], qualities[index]]
}

it('PA6 at the end of each step a stretch says what is stored, nothing of before it', async () => {
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
        const { series } = await stretchOf(engine.telemetry, [sensor], span)
        for (let at = end + stepMs; at <= span.until; at += stepMs) {
          const stored = newestAt(sensor, readings, at)
          expect(saidAt(series[0], end, at)).toEqual(stored && stored[1] > end ? stored : undefined)
        }
      },
    ),
    { numRuns: 25 },
  )
})

/** Every page of a stretch, one after another. */
async function pagesOf(sensors: readonly Sensor[], backwards: boolean) {
  let [from, until] = [end, end + 20 * minute]
  const pages = []
  while (from < until) {
    const span = { from, until, stepMs: 1, backwards }
    const page = await stretchOf(engine.telemetry, sensors, span)
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
      const values = series.flatMap(([, , said]) => said)
      const texts = values.filter((value) => typeof value === 'string')
      expect(values.length - texts.length).toBeLessThanOrEqual(60_000)
      expect(texts.join('').length).toBeLessThan(2 ** 20 + 5_000)
    }
  }
})

it('PA3 devices come and go in a stretch when their silence begins and ends', async () => {
  const [first, second] = [newSensor('analog', { deviceId: 3 }), newSensor('lamp', { deviceId: 4 })]
  const seconds = (sensor: Sensor, times: readonly number[]) =>
    times.map((second) => reading(sensor, end + second * 1_000, second))
  await store([...seconds(first, [-30, 5, 14, 40]), ...seconds(second, [-4, 2, 8, 17])])
  const span = { from: end, until: end + 45_000 }
  const catalogue = catalogueOf([first, second])
  const sources = (reports: readonly OfflineReport[]) => ({
    ...{ reader: engine.telemetry, catalogue, reports: reportsOf(reports) },
  })
  const changes = await deviceChanges(sources([]), [first, second], span)
  expect(changes).toEqual([
    [3, 'online', end + 5_000],
    [3, 'offline', end + 24_000],
    [4, 'offline', end + 27_000],
    [3, 'online', end + 40_000],
  ])
  const said = [
    { deviceId: 4, at: end - 2_000 },
    ...[6_000, 20_000, 30_000].map((ms) => ({ deviceId: 3, at: end + ms })),
  ]
  expect(await deviceChanges(sources(said), [first, second], span)).toEqual([
    [4, 'online', end + 2_000],
    [3, 'online', end + 5_000],
    [3, 'offline', end + 6_000],
    [3, 'online', end + 14_000],
    [3, 'offline', end + 20_000],
    [4, 'offline', end + 27_000],
    [3, 'online', end + 40_000],
  ])
})
