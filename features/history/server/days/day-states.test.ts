import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { maximumChangesOfFew } from '../../contract/states-routes.ts'
import { dayStates } from './day-states.ts'
import { newSensor } from '../testing/reports.ts'

let engine: TestTelemetry
const from = Date.UTC(2026, 4, 3)
const minute = 60_000
const day = { from, to: from + 12 * 60 * minute }

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

type TestReading = readonly [minutes: number, value: Reading['value'], quality?: Quality]

async function statesOf(readings: readonly TestReading[], type: 'lamp' | 'detector' = 'lamp') {
  const sensor = newSensor(type)
  await storeReadings(
    engine.telemetry,
    readings.map(([minutes, value, quality = 'good']) => ({
      ...{ sensorId: sensor.id, time: from + minutes * minute, value },
      quality: value === null ? 'bad' : quality,
    })),
  )
  const [found] = await dayStates(engine.telemetry, [sensor], day)
  const times = found?.time.map((time) => (time - from) / minute) ?? []
  return {
    ...{ ...found, changes: times.map((time, index) => [time, found?.state[index]]) },
    qualities: found?.quality.time.map((time, index) => [
      (time - from) / minute,
      found.quality.quality[index],
    ]),
  }
}

it('HI22 the changes of a day are listed, and what was so before is none', async () => {
  const found = await statesOf([
    ...([
      [-10, 1],
      [5, 1],
      [10, 2],
      [15, 2],
      [20, 3, 'bad'],
      [25, 1],
    ] as const),
    ...([
      [30, null],
      [40, 1],
      [800, 2],
    ] as const),
  ])
  expect(found).toMatchObject({ before: '1', truncated: false })
  expect(found.changes).toEqual([
    [10, '2'],
    [25, '1'],
    [30, null],
    [40, '1'],
  ])
})

it('HI22 numbers and texts count alike, however long ago the last was before the day', async () => {
  const found = await statesOf([
    [-40 * 24 * 60, 'red'],
    [5, 'green'],
    [9, 'green'],
    [12, 1],
  ])
  expect(found.before).toBe('red')
  expect(found.changes).toEqual([
    [5, 'green'],
    [12, '1'],
  ])
})

it('HI22 a number of long ago still holds, and the newer of both kinds', async () => {
  const long = -40 * 24 * 60
  expect(
    await statesOf([
      [long, 2],
      [long + 1, 1],
      [9, 1],
    ]),
  ).toMatchObject({
    ...{ before: '1', changes: [] },
  })
  expect(
    await statesOf([
      [long, 2],
      [long + 90, 'red'],
      [long + 95, 'red', 'bad'],
    ]),
  ).toMatchObject({
    before: 'red',
  })
  expect(
    await statesOf([
      [long, 'red'],
      [long + 90, 3],
    ]),
  ).toMatchObject({ before: '3' })
})

it('HI22 what is not known before the first reading of the day stays so', async () => {
  expect(await statesOf([[7, 0]], 'detector')).toMatchObject({
    before: null,
    changes: [[7, '0']],
  })
  expect(
    await statesOf(
      [
        [-5, null],
        [7, 0],
      ],
      'detector',
    ),
  ).toMatchObject({ before: null })
  expect(await statesOf([])).toMatchObject({ before: null, changes: [] })
})

it('HI42 the day has how its readings were, of numbers, words and no value alike', async () => {
  const found = await statesOf([
    [-10, 'red', 'uncertain'],
    [5, 'red', 'uncertain'],
    [10, 2],
    [15, 2, 'bad'],
    [20, 'red', 'bad'],
    [25, null],
    [30, 'red', 'uncertain'],
  ])
  expect(found.quality).toMatchObject({ before: 1 })
  expect(found.qualities).toEqual([
    [10, 0],
    [15, 2],
    [30, 1],
  ])
})

it('HI42 how they were before the day is known however long ago the last was', async () => {
  const long = -40 * 24 * 60
  const beforeOf = async (...testReadings: readonly TestReading[]) =>
    (await statesOf(testReadings)).quality?.before
  expect(await beforeOf([long, 2, 'bad'], [long + 1, 1])).toBe(0)
  expect(await beforeOf([long, 2], [long + 1, 1, 'bad'])).toBe(2)
  expect(await beforeOf([long, 2], [long + 90, 'red', 'uncertain'])).toBe(1)
  expect(await beforeOf([-3_000, 2, 'bad'], [-2_000, 2])).toBe(0)
  expect(await beforeOf()).toBe(null)
})

it('HI42 of too many changes of quality the newest are listed, no state before them', async () => {
  const found = await statesOf([
    [-5, 3],
    ...Array.from(
      { length: maximumChangesOfFew + 50 },
      (_, index) => [1 + index / 100, 7, index % 2 === 0 ? 'good' : 'uncertain'] as const,
    ),
    [300, 8],
  ])
  expect(found).toMatchObject({ truncated: true, quality: { before: null } })
  expect(found.qualities).toHaveLength(maximumChangesOfFew)
  expect(found.changes).toEqual([
    [found.qualities?.[0]?.[0], '7'],
    [300, '8'],
  ])
})

it('HI22 of too many changes the newest are listed, and that older ones are not', async () => {
  const found = await statesOf(
    Array.from(
      { length: maximumChangesOfFew + 50 },
      (_, index) => [index / 100, index % 2] as const,
    ),
  )
  expect(found.truncated).toBe(true)
  expect(found.changes).toHaveLength(maximumChangesOfFew)
  expect(found.changes[0]).toEqual([0.5, '0'])
})

it.each([
  ['the greater one first', [2, 1]],
  ['the greater one last', [1, 2]],
  ['none first', [null, 2]],
  ['none last', [2, null]],
] as const)('HI137 of two states of one time the greater holds: %s', async (_, values) => {
  const both = (minutes: number) => values.map((value) => [minutes, value] as const)
  const found = await statesOf([...both(-5), [10, 0], ...both(20), [30, 2], [40, 0]])
  expect(found.before).toBe('2')
  expect(found.changes.at(0)).toEqual([10, '0'])
  expect(found.changes.filter(([time]) => Number(time) >= 20).slice(-2)).toEqual([
    [20, '2'],
    [40, '0'],
  ])
  const far = await statesOf([...['a', 'b'].map((text) => [-9_000, text] as const), [1, 'b']])
  expect(far).toMatchObject({ before: 'b', changes: [] })
})
