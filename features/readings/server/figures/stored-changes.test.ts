import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import type { StoredChange } from '../../contract/routes.ts'
import { StoredChanges } from './stored-changes.ts'

let engine: TestTelemetry
let nextSensor = 1
const day = 86_400_000
const now = Date.UTC(2026, 10, 20, 12, 30)

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const sensorOf = (type: SensorType) => ({ id: nextSensor++, type }) as Sensor
const changes = (sensors: readonly Sensor[], stored = new StoredChanges(() => now)) =>
  stored.of(engine.telemetry, sensors)

/** The changes of readings by their definition. */
function changesOf(readings: readonly Reading[], maximum: number): StoredChange[] {
  const usable = readings
    .flatMap(({ time, value, quality }) =>
      quality === 'bad' || value === null ? [] : [{ time, value }],
    )
    .toSorted((one, other) => one.time - other.time)
  const all = usable.flatMap(({ time, value }, index) => {
    const previous = usable[index - 1]?.value ?? null
    return value === previous ? [] : [{ time, previous, current: value }]
  })
  return all.toReversed().slice(0, maximum)
}

const history = (value: fc.Arbitrary<number | string>) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 5 * 24 * 60 }), { minLength: 1, maxLength: 30 })
    .chain((minutes) =>
      fc.tuple(
        ...minutes.map((minute) =>
          fc.record({
            time: fc.constant(now - minute * 60_000 + (minute % 7)),
            value,
            quality: fc.constantFrom<Quality>('good', 'good', 'uncertain', 'bad'),
          }),
        ),
      ),
    )

it('RD11 finds the newest stored changes, of numbers and texts, however old they are', async () => {
  await fc.assert(
    tenAtOnce(
      fc.array(history(fc.integer({ min: 0, max: 1 })), { minLength: 1, maxLength: 3 }),
      fc.array(history(fc.constantFrom('RUN', 'STOP')), { minLength: 1, maxLength: 3 }),
      async (numbers, texts) => {
        const all = [
          ...numbers.map((list) => ({ sensor: sensorOf('detector'), list, maximum: 1 })),
          ...texts.map((list) => ({ sensor: sensorOf('string'), list, maximum: 3 })),
          ...texts.map((list) => ({ sensor: sensorOf('lamp'), list, maximum: 1 })),
        ].map(({ sensor, list, maximum }) => ({
          sensor,
          maximum,
          readings: list.map((one) => ({ sensorId: sensor.id, ...one })),
        }))
        await storeReadings(
          engine.telemetry,
          all.flatMap(({ readings }) => readings),
        )
        await ownTurn()
        const found = await changes(all.map(({ sensor }) => sensor))
        for (const { sensor, readings, maximum } of all)
          expect(found.get(sensor.id)).toEqual(changesOf(readings, maximum))
      },
    ),
    { numRuns: 4 },
  )
})

it('RD11 a value that never changed is a change from null since the oldest reading', async () => {
  const [fault, nothing] = [sensorOf('detector'), sensorOf('string')]
  const times = Array.from({ length: 300 }, (_, index) => now - 200 * day + index * (day / 2))
  await storeReadings(
    engine.telemetry,
    times.map((time) => ({ sensorId: fault.id, time, value: 0, quality: 'good' as const })),
  )
  const found = await changes([fault, nothing])
  expect(found.get(fault.id)).toEqual([{ time: times[0], previous: null, current: 0 }])
  expect(found.get(nothing.id)).toEqual([])
})

it('RD11 sees a new change at once, also after a look at all that is stored', async () => {
  const lamp = sensorOf('lamp')
  const stored = new StoredChanges(() => now)
  const store = (time: number, value: number) =>
    storeReadings(engine.telemetry, [{ sensorId: lamp.id, time, value, quality: 'good' }])
  await store(now - 30 * day, 1)
  await store(now - 20 * day, 2)
  expect((await changes([lamp], stored)).get(lamp.id)).toEqual([
    { time: now - 20 * day, previous: 1, current: 2 },
  ])
  await store(now - 1_000, 2)
  await store(now - 500, 3)
  expect((await changes([lamp], stored)).get(lamp.id)).toEqual([
    { time: now - 500, previous: 2, current: 3 },
  ])
})

it('RD11 all that is stored is looked through once in ten minutes, and then again', async () => {
  const lamp = sensorOf('lamp')
  let time = now
  const stored = new StoredChanges(() => time)
  const store = (at: number, value: number) =>
    storeReadings(engine.telemetry, [{ sensorId: lamp.id, time: at, value, quality: 'good' }])
  const newest = async () => (await changes([lamp], stored)).get(lamp.id)?.[0]?.time
  await store(now - 30 * day, 1)
  expect(await newest()).toBe(now - 30 * day)
  // A reading that comes late, of a time that was looked through.
  await store(now - 20 * day, 2)
  time += 10 * 60_000
  expect(await newest()).toBe(now - 30 * day)
  time += 1
  expect(await newest()).toBe(now - 20 * day)
})

it('RD70 what comes after days of silence is a change at once, also the first one', async () => {
  const [lamp, text, added] = [sensorOf('lamp'), sensorOf('string'), sensorOf('detector')]
  const stored = new StoredChanges(() => now)
  const store = (sensor: Sensor, time: number, value: number | string) =>
    storeReadings(engine.telemetry, [{ sensorId: sensor.id, time, value, quality: 'good' }])
  const all = async () => {
    const found = await changes([lamp, text, added], stored)
    return [lamp, text, added].map(({ id }) => found.get(id))
  }
  await store(lamp, now - 20 * day, 2)
  await store(text, now - 30 * day, 'RUN')
  await store(text, now - 20 * day, 'STOP')
  const before = [
    [{ time: now - 20 * day, previous: null, current: 2 }],
    [
      { time: now - 20 * day, previous: 'RUN', current: 'STOP' },
      { time: now - 30 * day, previous: null, current: 'RUN' },
    ],
    [],
  ]
  expect(await all()).toEqual(before)
  await store(lamp, now - 1_000, 3)
  await store(text, now - 1_000, 'STOP')
  await store(added, now - 1_000, 1)
  const during = [
    [{ time: now - 1_000, previous: 2, current: 3 }],
    before[1],
    [{ time: now - 1_000, previous: null, current: 1 }],
  ]
  expect(await all()).toEqual(during)
  await store(text, now - 500, 'RUN')
  const newest = { time: now - 500, previous: 'STOP', current: 'RUN' }
  expect((await all())[1]).toEqual([newest, ...(before[1] ?? [])])
})
