import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeDays } from '#testing/sites/counted-days.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { readStatisticsByValue } from './counted-statistics-store.ts'
import { countAbout } from './counts-store.ts'
import { statisticsOf } from '../numeric-figures.ts'
import { readStatistics, type StatisticsRow } from '../statistics-store.ts'
import { base, newSensor, reportOf } from '../testing/reports.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const dayMs = 86_400_000
const [days, aDay] = [7, 10_500]

function expectSame(figures: StatisticsRow | null, exact: StatisticsRow): void {
  expect(Object.keys(figures ?? {}).toSorted()).toEqual(Object.keys(exact).toSorted())
  for (const [name, value] of Object.entries(exact) as [keyof StatisticsRow, number | null][]) {
    const figure = figures?.[name]
    if (value === null) expect([name, figure]).toEqual([name, null])
    else expect([name, Math.abs((figure ?? NaN) - value) < 1e-9]).toEqual([name, true])
  }
}

it('HI4 figures of counted days and of the readings around them are exact', async () => {
  const { telemetry } = engine
  const { id: sensorId } = newSensor()
  const value = 'round(60 + 20 * sin(number / 3000) + 3 * sin(number / 17), 1)'
  const { count } = await storeDays(telemetry, sensorId, { from: base, days, aDay, value })
  await count()
  const end = base + days * dayMs
  const bounds = fc.tuple(fc.nat(2 * dayMs), fc.constantFrom(0, 1, 0.5, 0.01))
  await fc.assert(
    fc.asyncProperty(bounds, async ([begin, cut]) => {
      const range = { sensorId, from: base + begin, to: end - Math.floor(cut * dayMs) }
      const about = await countAbout(telemetry, range)
      expect(about.days.length).toBe(
        Math.floor((range.to - base) / dayMs) - Math.ceil(begin / dayMs),
      )
      const counted = await readStatisticsByValue(telemetry, range, about.days)
      expectSame(counted, await readStatistics(telemetry, range))
    }),
    { numRuns: 12, examples: [[[0, 0]]] },
  )
})

it('HI4 a day that got readings since its values were counted is read again', async () => {
  const { telemetry } = engine
  const sensor = newSensor()
  const range = { sensorId: sensor.id, from: base, to: base + 4 * dayMs }
  // Enough that values are counted rather than sorted.
  const given = { from: base, days: 4, aDay: 55_000, value: 'number % 40' }
  const { count } = await storeDays(telemetry, sensor.id, given)
  await count()
  await storeReadings(telemetry, [
    { sensorId: sensor.id, time: base + dayMs + 1, value: 1_000, quality: 'good' },
  ])
  const about = await countAbout(telemetry, range)
  expect(about.days.map(({ start }) => (start - base) / dayMs)).toEqual([0, 2, 3])
  const exact = await readStatistics(telemetry, range)
  expect(exact.maximum).toBe(1_000)
  expectSame(await statisticsOf(telemetry, range, about), exact)
  const { statistics } = await reportOf(telemetry, { sensor, ...range, now: range.to })
  const { source, rolled: _, ...figures } = { rolled: null, ...statistics }
  expect(source).toBe('raw')
  expectSame(figures, exact)
  // Counted again by now, or removed: the row that was found is not there any more.
  const others = about.days.map((day) => ({ ...day, usable: day.usable + 1 }))
  expect(await readStatisticsByValue(telemetry, range, others)).toBeNull()
  expectSame(await statisticsOf(telemetry, range, { ...about, days: others }), exact)
})
