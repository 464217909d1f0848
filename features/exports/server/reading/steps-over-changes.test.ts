import { afterAll, beforeAll, expect, test } from 'vitest'
import { zoneOffset } from '#kit/model/time/zone.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { offsetText, ZoneOffsets } from '../file/zone-offsets.ts'
import { readSteps } from './read-steps.ts'

const timezone = 'Australia/Lord_Howe'
const minute = 60_000
/** Each change with an hour and a half on either side of it. */
const changes = [Date.parse('2026-10-03T15:30:00Z'), Date.parse('2026-04-04T15:00:00Z')]

let engine: TestTelemetry
beforeAll(async () => {
  engine = await testTelemetry()
  await storeReadings(
    engine.telemetry,
    changes.flatMap((change) =>
      Array.from({ length: 18 }, (_, index) => ({
        ...{ sensorId: 1, time: change + (index - 9) * 10 * minute, value: index },
        quality: 'good' as const,
      })),
    ),
  )
})
afterAll(() => engine.close())

/** Starts of the steps of an hour, on the clock, with how many readings each has. */
async function stepsOf(from: number, to: number): Promise<string[]> {
  const request = { sensors: [1], from, to, step: '1-hour' as const, texts: new Set<number>() }
  const hours = [{ start: from - 60 * minute, numbers: 1, texts: 0 }]
  const found: string[] = []
  for (let hour = from; hour < to; hour += 60 * minute)
    hours.push({ start: hour, numbers: 1, texts: 0 })
  const offsets = new ZoneOffsets(timezone)
  for await (const { parts } of readSteps(engine.telemetry, request, hours, offsets))
    for (const { start, count } of parts) {
      const offset = zoneOffset(start, timezone)
      const clock = new Date(start + offset).toISOString().slice(11, 16)
      found.push(`${clock}${offsetText(offset)} ${count}`)
    }
  return found
}

const around = (change = 0) => stepsOf(change - 90 * minute, change + 90 * minute)

test('EX7 a step that begins with half an hour of a changed clock is named by it', async () => {
  expect(await around(changes[0])).toEqual([
    ...['00:00+10:30 3', '01:00+10:30 6'],
    ...['02:30+11:00 3', '03:00+11:00 6'],
  ])
  expect(await around(changes[1])).toEqual([
    ...['00:00+11:00 3', '01:00+11:00 6'],
    ...['01:30+10:30 3', '02:00+10:30 6'],
  ])
})

test('EX7 a period within a step has the name of the step, also behind a change', async () => {
  const [change = 0] = changes
  expect(await stepsOf(change + 10 * minute, change + 20 * minute)).toEqual(['02:30+11:00 1'])
  expect(await stepsOf(change + 40 * minute, change + 50 * minute)).toEqual(['03:00+11:00 1'])
})

test('EX7 of several readings at the last time of a step the greatest is its last', async () => {
  const from = Date.UTC(2026, 4, 3)
  await storeReadings(
    engine.telemetry,
    [3, 9, 1].map((value) => ({ sensorId: 2, time: from, value, quality: 'good' as const })),
  )
  const request = { sensors: [2], from, to: from + minute, texts: new Set<number>() }
  const hours = [{ start: from, numbers: 3, texts: 0 }]
  for (const to of [from + minute, from + minute / 2]) {
    const steps = readSteps(
      engine.telemetry,
      { ...request, to, step: '1-min' },
      hours,
      new ZoneOffsets('UTC'),
    )
    for await (const { parts } of steps) expect(parts).toMatchObject([{ count: 3, last: 9 }])
  }
})
