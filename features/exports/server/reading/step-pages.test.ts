import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ZoneOffsets } from '../file/zone-offsets.ts'
import { readHours } from './pages-store.ts'
import { readSteps } from './read-steps.ts'

const minute = 60_000
const midnight = Date.UTC(2026, 4, 3)
/** Of so many sensors a page has 200 steps. */
const sensors = Array.from({ length: 100 }, (_, index) => index + 1)
const sensorId = 1
const minutes = 20 * 60

let engine: TestTelemetry
beforeAll(async () => {
  engine = await testTelemetry()
  await storeReadings(
    engine.telemetry,
    Array.from({ length: 2 * minutes }, (_, index) => ({
      ...{ sensorId, time: midnight + index * (minute / 2), value: index },
      quality: 'good' as const,
    })),
  )
})
afterAll(() => engine.close())

/** Pages of steps of a minute: how many readings each says it has, and those of its steps. */
async function pagesOf(from: number, to: number, timezone: string) {
  const request = { sensors, from, to, step: '1-min' as const, texts: new Set<number>() }
  const hours = await readHours(engine.telemetry, request)
  const pages: { readonly said: number; readonly counts: ReadonlyMap<number, number> }[] = []
  const steps = readSteps(engine.telemetry, request, hours, new ZoneOffsets(timezone))
  for await (const { parts, count } of steps)
    pages.push({ said: count, counts: new Map(parts.map((part) => [part.start, part.count])) })
  return pages
}

test.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'])(
  'EX10 an hour that pages cut counts once in how far an export has come: %s',
  async (timezone) => {
    const from = midnight + 15 * minute
    const pages = await pagesOf(from, midnight + minutes * minute, timezone)
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.reduce((sum, { said }) => sum + said, 0)).toBe(2 * minutes)
  },
)

test('EX95 no minute is missing where pages meet and its readings have expired', async () => {
  await engine.telemetry.command(`ALTER TABLE numeric_readings DELETE WHERE sensor = ${sensorId}
    SETTINGS mutations_sync = 2`)
  const pages = await pagesOf(midnight + minute / 4, midnight + minutes * minute, 'Asia/Kathmandu')
  expect(pages.length).toBeGreaterThan(3)
  const counts = new Map(pages.flatMap((page) => [...page.counts]))
  // Of the first one nobody can say what of it lies in the period.
  const whole = Array.from({ length: minutes - 1 }, (_, index) => midnight + (index + 1) * minute)
  expect([...counts]).toEqual(whole.map((start) => [start, 2]))
})
