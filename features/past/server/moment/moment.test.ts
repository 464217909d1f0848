import { afterAll, beforeAll, expect, it } from 'vitest'
import { qualities } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { noCutoffs } from '#kit/server/readings/retained-readings.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { catalogueOf, end, newestAt, newSensor, reading, reportsOf } from '../testing/recordings.ts'
import { readSpanPage } from '../span/read-span-page.ts'
import { expireReadings } from '../testing/expire-store.ts'
import { momentOf } from './moment.ts'
import { readingsAt } from './readings-at.ts'

let engine: TestTelemetry
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const store = (readings: readonly Reading[]) => storeReadings(engine.telemetry, readings)
const sourcesOf = (sensors: readonly Sensor[], reports = reportsOf([])) => ({
  ...{ reader: engine.telemetry, catalogue: catalogueOf(sensors), reports },
  retained: { hasMinutes: () => true, cutoffsOf: () => noCutoffs },
})
const at = (sensors: readonly Sensor[], time: number) => momentOf(sourcesOf(sensors), sensors, time)

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Readings of every kind: dense and sparse, texts, no value, poor qualities, two at one time. */
function anyReadings(sensors: readonly Sensor[], random: (below: number) => number): Reading[] {
  return sensors.flatMap((sensor, index) => {
    const spacing = [2_000, 40_000, 9 * minute, 7 * hour, 20 * day][index % 5] ?? minute
    const readings: Reading[] = []
    for (let time = end - random(spacing); readings.length < 120; time -= random(2 * spacing)) {
      if (time < end - 90 * day) break
      const isText = sensor.type === 'string' || random(12) === 0
      const value = random(9) === 0 ? null : isText ? `T${random(4)}` : random(5) - 2
      const quality = value === null ? 'bad' : (qualities[random(3)] ?? 'good')
      readings.push(reading(sensor, time, value, quality))
      if (random(6) > 0) continue
      const also = random(4) === 0 ? null : random(7)
      readings.push(reading(sensor, time, also, also === null ? 'bad' : qualities[random(3)]))
    }
    return readings
  })
}

it('PA1 random moments of sensors equal the readings at or before them', async () => {
  const random = randomNumbers(20_261_120)
  const types = ['analog', 'lamp', 'string', 'counter', 'detector', 'analog', 'string'] as const
  const sensors = Array.from({ length: 20 }, (_, index) => newSensor(types[index % types.length]))
  const readings = anyReadings(sensors, random)
  await store(readings)
  let compared = 0
  let read = 0
  while (compared < 500) {
    const near = readings[random(readings.length)]?.time ?? end
    const time = random(3) === 0 ? near : near + random(2 * minute) - random(3 * hour)
    compared += sensors.length
    const found = await readingsAt(engine.telemetry, sensors, time)
    for (const sensor of sensors) {
      const stored = newestAt(sensor, readings, time)
      const shown = found.get(sensor.id)
      if (stored) read++
      expect(shown && [sensor.id, shown.time, shown.value, shown.quality]).toEqual(stored)
    }
  }
  expect(read).toBeGreaterThan(250)
})

it('PA1 a thousand random moments in spans equal the readings at or before them', async () => {
  const random = randomNumbers(20_261_123)
  const types = ['analog', 'lamp', 'string', 'counter', 'analog'] as const
  const sensors = Array.from({ length: 15 }, (_, index) => newSensor(types[index % types.length]))
  const readings = anyReadings(sensors, random)
  await store(readings)
  let read = 0
  for (let round = 0; round < 10; round++) {
    const from = (readings[random(readings.length)]?.time ?? end) - random(hour)
    const span = { from, until: from + hour, stepMs: 1, backwards: round % 2 === 1 }
    const begin = await readingsAt(engine.telemetry, sensors, from)
    const page = await readSpanPage(engine.telemetry, sensors, span)
    expect([page.from, page.until]).toEqual([from, from + hour])
    const seriesOf = new Map(page.series.map((each) => [each[0], each]))
    for (let moment = 0; moment < 100; moment++) {
      const time = from + 1 + random(hour)
      for (const sensor of sensors) {
        const [, after, values, codes] = seriesOf.get(sensor.id) ?? [0, [], [], []]
        const index = after.findLastIndex((ms) => from + ms <= time)
        const first = begin.get(sensor.id)
        const shown =
          index === -1
            ? first && [sensor.id, first.time, first.value, first.quality]
            : [sensor.id, from + (after[index] ?? 0), values[index], codes[index]]
        const stored = newestAt(sensor, readings, time)
        if (index !== -1) read++
        expect(shown).toEqual(stored)
      }
    }
  }
  expect(read).toBeGreaterThan(500)
})

it('PA1 of what has expired the newest that is left of it is shown, with its age', async () => {
  const sensor = newSensor()
  const begin = end - 200 * day + 7 * minute
  // Of each minute the first and the last reading are left.
  const seconds = Array.from({ length: 100 * 60 }, (_, second) => second)
  await store(seconds.map((second) => reading(sensor, begin + second * 1_000 + 500, second)))
  await expireReadings(engine.telemetry, sensor.id)
  const shown = async (ms: number) => {
    const found = await readingsAt(engine.telemetry, [sensor], begin + ms)
    const { time, value } = found.get(sensor.id) ?? {}
    return time === undefined ? null : [time - begin, value]
  }
  expect(await shown(499)).toBeNull()
  expect(await shown(500)).toEqual([500, 0])
  expect(await shown(59_999)).toEqual([59_500, 59])
  expect(await shown(90 * minute + 30_000)).toEqual([90 * minute + 500, 5_400])
  expect(await shown(5 * hour)).toEqual([100 * minute - 500, 5_999])
  expect(await shown(100 * day)).toEqual([100 * minute - 500, 5_999])
})

it.each([false, true])(
  'PA1 of one time the greatest usable reading is shown, bad ones without any; expired: %s',
  async (isExpired) => {
    const sent: readonly (readonly [Reading['value'], Reading['quality']])[][] = [
      [
        [5, 'good'],
        [4, 'good'],
        [5, 'uncertain'],
        [9, 'bad'],
        [null, 'bad'],
      ],
      [
        [50, 'bad'],
        [40, 'good'],
      ],
      [
        [null, 'bad'],
        [1, 'good'],
      ],
      [
        [null, 'bad'],
        [60, 'bad'],
      ],
    ]
    const sensors = sent.map(() => newSensor())
    // In an hour of its own: the rollups are asked for what lies in a former one.
    const time = end - 3 * hour
    await store(
      sensors.flatMap((sensor, index) =>
        (sent[index] ?? []).map(([value, quality]) => reading(sensor, time, value, quality)),
      ),
    )
    if (isExpired) for (const { id } of sensors) await expireReadings(engine.telemetry, id)
    for (const at of [time, end]) {
      const found = await readingsAt(engine.telemetry, sensors, at)
      expect(sensors.map(({ id }) => [found.get(id)?.value, found.get(id)?.quality])).toEqual([
        [5, 1],
        [40, 0],
        [1, 0],
        [null, 2],
      ])
    }
  },
)

it('PA2 no value beside the value that counts replaced nothing', async () => {
  const sensor = newSensor()
  await store([
    reading(sensor, end - 3_000, null),
    reading(sensor, end - 3_000, 5),
    reading(sensor, end - 1_000, null),
  ])
  expect((await at([sensor], end)).previous).toEqual([[sensor.id, 5, end - 1_000]])
})

it('PA2 with the different value before it, and when that was replaced', async () => {
  const [plain, silent, gone, fresh] = [newSensor(), newSensor(), newSensor(), newSensor()]
  await store([
    ...[1, 2, 2, 2].map((value, index) => reading(plain, end - 4_000 + index * 1_000, value)),
    ...[5, 7].map((value, index) => reading(silent, end - 40 * minute + index * 1_000, value)),
    ...[3, null, null].map((value, index) => reading(gone, end - 3_000 + index * 1_000, value)),
    ...[4, 4].map((value, index) => reading(fresh, end - 3_000 + index * 1_000, value)),
  ])
  const { previous } = await at([plain, silent, gone, fresh], end)
  expect(previous.toSorted(([one], [other]) => one - other)).toEqual([
    [plain.id, 1, end - 3_000],
    [silent.id, 5, end - 40 * minute + 1_000],
    [gone.id, 3, end - 2_000],
  ])
})

it('PA5 what was not read yet is named with its first reading, if there is one', async () => {
  const [later, never, text] = [newSensor(), newSensor(), newSensor('string')]
  await store([reading(later, end - day, 1), reading(text, end - day + 5, 'RUN')])
  const { readings, withoutReading } = await at([later, never, text], end - day - 1)
  expect(readings).toEqual([])
  expect(withoutReading).toEqual([
    [later.id, end - day],
    [never.id, null],
    [text.id, end - day + 5],
  ])
})

it('PA3 a device is offline after its silence, whichever of its sensors spoke last', async () => {
  const own = { deviceId: 7 }
  const [shown, other] = [newSensor('analog', own), newSensor('string', own)]
  const calculated = newSensor('analog', { ...own, isCalculated: true })
  const never = newSensor('analog', { deviceId: 8 })
  await store([
    reading(shown, end - 100_000, 1),
    reading(other, end - 60_000, 'RUN'),
    reading(calculated, end - 1, 1),
  ])
  const sources = sourcesOf([shown, other, calculated, never])
  const devices = async (time: number) =>
    (await momentOf(sources, [shown, calculated, never], time)).devices
  expect(await devices(end - 100_000 + 10_000)).toContainEqual([7, 'online', null])
  expect(await devices(end - 100_000 + 10_001)).toContainEqual([7, 'offline', end - 90_000])
  expect(await devices(end - 55_000)).toContainEqual([7, 'online', null])
  expect(await devices(end)).toEqual([
    [7, 'offline', end - 50_000],
    [8, 'offline', null],
  ])
})

it('PA3 a device that reported being offline is, until anything of it is read again', async () => {
  const own = { deviceId: 9 }
  const [shown, other] = [newSensor('analog', own), newSensor('string', own)]
  await store([
    reading(shown, end - 100_000, 1),
    reading(other, end - 90_000, 'RUN'),
    reading(shown, end - 80_000, 2),
  ])
  const offlineReports = [-98_000, -88_500, -79_000, -40_000].map((ms) => ({
    deviceId: 9,
    at: end + ms,
  }))
  const sources = sourcesOf([shown, other], reportsOf(offlineReports))
  const states = async (ms: number) =>
    (await momentOf(sources, [shown], end + ms)).devices.map(([, ...state]) => state)
  expect(await states(-98_001)).toEqual([['online', null]])
  expect(await states(-98_000)).toEqual([['offline', end - 98_000]])
  expect(await states(-90_001)).toEqual([['offline', end - 98_000]])
  // Another of its sensors speaks.
  expect(await states(-90_000)).toEqual([['online', null]])
  expect(await states(-85_000)).toEqual([['offline', end - 88_500]])
  expect(await states(-80_000)).toEqual([['online', null]])
  expect(await states(-79_000)).toEqual([['offline', end - 79_000]])
  // Whoever was silent for too long is not offline once more.
  expect(await states(0)).toEqual([['offline', end - 70_000]])
})
