import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { readTrends } from './trends-store.ts'

let engine: TestTelemetry
const start = Date.UTC(2026, 4, 3)
const qualities: readonly Quality[] = ['good', 'uncertain', 'uncertain', 'bad', 'good', 'bad']
const at = (index: number) => start + index * 1_000

const readingsOf = (sensorId: number, values: readonly Reading['value'][]): Reading[] =>
  qualities.map((quality, index) => ({
    ...{ sensorId, time: at(index), value: values[index] ?? null, quality },
  }))

beforeAll(async () => {
  engine = await testTelemetry()
  await storeReadings(engine.telemetry, [
    ...readingsOf(1, [5, 6, 7, 8, 9, 4]),
    ...readingsOf(2, ['red', 'green', 'green', 'blue', 'red', 'blue']),
  ])
})
afterAll(() => engine.close())

it('LV2 the past has where it was bad or uncertain, of numbers and of texts', async () => {
  const found = await readTrends(engine.telemetry, [1, 2], start, 1_000)
  const uncertain = [
    [at(1), at(1)],
    [at(2), at(2)],
  ]
  const bad = [
    [at(3), at(3)],
    [at(5), at(5)],
  ]
  expect(found).toEqual({
    series: [
      [1, [at(0), at(1), at(2), at(4)], [5, 6, 7, 9]],
      [2, [], []],
    ],
    bad: [1, 2].map((id) => [id, bad]),
    uncertain: [1, 2].map((id) => [id, uncertain]),
  })
})

it('LV2 the first and the last such of a column with other readings are returned', async () => {
  const found = await readTrends(engine.telemetry, [1, 2], start, 1_000_000)
  const [uncertain, bad] = [1, 3].map((first) => [
    [at(first), at(first)],
    [at(first === 1 ? 2 : 5), at(first === 1 ? 2 : 5)],
  ])
  expect(found).toEqual({
    series: [
      [1, [at(0), at(4)], [5, 9]],
      [2, [], []],
    ],
    bad: [1, 2].map((id) => [id, bad]),
    uncertain: [1, 2].map((id) => [id, uncertain]),
  })
  const alone = await readTrends(engine.telemetry, [2], at(5), 1_000_000)
  expect(alone).toMatchObject({ bad: [[2, [[at(5), at(5)]]]], uncertain: [] })
})
