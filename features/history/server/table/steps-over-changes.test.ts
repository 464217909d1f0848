import { afterAll, beforeAll, expect, it } from 'vitest'
import { localText } from '#kit/model/time/zone.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { newSensor } from '../testing/reports.ts'
import { withoutExpiry } from '../testing/wide-columns.ts'
import { readTable } from './read-table.ts'
import { readSteps } from './table-store.ts'

const timezone = 'Australia/Lord_Howe'
const minute = 60_000
const [spring, autumn] = [Date.parse('2026-10-03T15:30:00Z'), Date.parse('2026-04-04T15:00:00Z')]

let engine: TestTelemetry
beforeAll(async () => {
  engine = await testTelemetry()
  await storeReadings(
    engine.telemetry,
    [spring, autumn].flatMap((change) =>
      Array.from({ length: 18 }, (_, index) => ({
        ...{ sensorId: 1, time: change + (index - 9) * 10 * minute, value: index },
        quality: 'good' as const,
      })),
    ),
  )
})
afterAll(() => engine.close())

/** Steps of an hour between two moments: how each is called on the clock, with its readings. */
async function stepsOf(from: number, to: number): Promise<string[]> {
  const request = { sensorId: 1, parts: [{ source: 'readings' as const, from, to }] }
  const steps = await readSteps(engine.telemetry, request, 100, { seconds: 3600, timezone })
  return steps.map(({ at, count }) => {
    const instant = new Date(at).toISOString().slice(11, 16)
    return `${localText(at, timezone).slice(11)} ${instant}Z ${count}`
  })
}

it('HI76 an hour that a change of the clock cuts begins with the change', async () => {
  expect(await stepsOf(spring - 90 * minute, spring + 90 * minute)).toEqual([
    ...['00:00 13:30Z 3', '01:00 14:30Z 6', '02:30 15:30Z 3', '03:00 16:00Z 6'],
  ])
  expect(await stepsOf(autumn - 90 * minute, autumn + 90 * minute)).toEqual([
    ...['00:00 13:00Z 3', '01:00 14:00Z 6', '01:30 15:00Z 3', '02:00 15:30Z 6'],
  ])
})

it('HI76 an hour that a change cuts is called so where its end alone is asked for', async () => {
  expect(await stepsOf(spring + 10 * minute, spring + 20 * minute)).toEqual(['02:30 15:30Z 1'])
  expect(await stepsOf(autumn + 40 * minute, autumn + 50 * minute)).toEqual(['02:00 15:30Z 1'])
})

it('HI132 steps say how many texts are in none of them, page by page', async () => {
  const sensor = { ...newSensor('analog'), id: 2 }
  const readings = (['A', 1, 'B', 'C', 2] as const).map((value, index) => ({
    ...{ sensorId: 2, time: autumn + index * 30 * minute, value },
    quality: 'good' as const,
  }))
  await storeReadings(engine.telemetry, readings)
  const sources = { timezone, retained: withoutExpiry, holdsTexts: async () => false }
  const reader = engine.telemetry.readerFor('session')
  const textsOf = async (from: number, to: number, step: '15m' | 'none', limit = 9) => {
    const request = { sensor, range: { from, to }, query: { step, limit } }
    return (await readTable(sources, reader, request)).textsBeside
  }
  const end = autumn + 180 * minute
  expect(await textsOf(autumn, end, '15m')).toBe(3)
  expect(await textsOf(autumn + minute, end, '15m', 1)).toBe(2)
  expect(await textsOf(autumn, autumn + 60 * minute, '15m')).toBe(1)
  expect(await textsOf(autumn, end, 'none')).toBeNull()
})
