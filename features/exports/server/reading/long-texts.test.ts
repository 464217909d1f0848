import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { readPages } from './read-pages.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

test('EX17 a page has no more long texts than others can wait for; none is left out', async () => {
  const from = Date.UTC(2026, 9, 31, 12)
  const texts = Array.from({ length: 2_000 }, (_, index) => ({
    ...{ sensorId: 1, time: from + Math.floor(index / 3) * 1000, quality: 'good' as const },
    value: `${index} ${'é'.repeat(1_500)}`,
  }))
  await storeReadings(engine.telemetry, texts)
  const range = { sensors: [1], from, to: from + 3_600_000 }
  const found: string[] = []
  for await (const page of readPages(engine.telemetry, range, [
    { start: from, numbers: 0, texts: texts.length },
  ])) {
    const values = page.texts.map(({ value }) => value)
    expect(values.join('').length).toBeLessThan(1.1 * 1024 * 1024)
    found.push(...values)
  }
  expect(found.toSorted()).toEqual(texts.map(({ value }) => value).toSorted())
})
