import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoredChanges } from '#features/readings/server/figures/stored-changes.ts'
import { figuresOfDay } from '#features/readings/server/figures/today-figures.ts'
import { storedOfAll } from '#features/readings/server/testing/stored-rows-store.ts'
import { plainNumberOf } from '#kit/model/numbers/plain-number.ts'
import { isBeyondPresent } from '#kit/model/reading.ts'
import { plainSensor, type Sensor, type SensorType } from '#kit/model/sensor.ts'
import { RedeliveringPlant } from '#testing/sites/redelivering-plant.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'

const day = { from: Date.UTC(2026, 5, 10), to: Date.UTC(2026, 5, 11) }
const noon = day.from + 12 * 3_600_000
const kinds = { temp: 'analog', total: 'counter', lamp: 'lamp', batch: 'string' } as const
const keys = [...Object.keys(kinds), 'fresh'] as const

/** What a device says once; however often and in whatever order it is delivered. */
interface Item {
  readonly key: string
  readonly time: number
  readonly value: number | string | null
  readonly quality: 'good' | 'uncertain' | 'bad'
}

interface Delivery {
  readonly first: number
  readonly count: number
  readonly isBatch: boolean
  readonly before: 'nothing' | 'restart' | 'outage' | SensorType
}

let engine: TestTelemetry
let lastId = 0

beforeAll(async () => void (engine = await testTelemetry()))
afterAll(() => engine.close())

const quarter = fc.integer({ min: -400, max: 400 }).map((number) => number / 4)
const few = fc.constantFrom<number | string>(0, 1, 2.5, '1', '2.50', '0042', 'RED', 'RUN', ' 7 ')
const valueOf = (key: string) => {
  if (key === 'temp') return fc.oneof(quarter, fc.constant('21.5'), fc.constant(null))
  if (key === 'total') return fc.nat({ max: 50 })
  return key === 'lamp'
    ? fc.constantFrom<number | string>(0, 1, 2, 'RED', 'GREEN')
    : fc.oneof(few, fc.constant(null))
}
/** Today, also ahead of the server within what is tolerated, yesterday, months ago, far ahead. */
const time = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 200 }).map((step) => noon - step * 20_000) },
  { weight: 2, arbitrary: fc.integer({ min: 6, max: 29 }).map((step) => noon + step * 10_000) },
  { weight: 2, arbitrary: fc.nat({ max: 9 }).map((step) => day.from - 3_600_000 + step) },
  { weight: 1, arbitrary: fc.nat({ max: 3 }).map((month) => Date.UTC(2026, month, 3)) },
  { weight: 1, arbitrary: fc.integer({ min: 6, max: 9 }).map((step) => noon + step * 3_600_000) },
)
const item: fc.Arbitrary<Item> = fc.constantFrom(...keys).chain((key) =>
  fc.record({
    ...{ key: fc.constant(key), time, value: valueOf(key) },
    quality: fc.constantFrom('good', 'good', 'good', 'uncertain', 'bad'),
  }),
)
const delivery: fc.Arbitrary<Delivery> = fc.record({
  ...{ first: fc.nat(), count: fc.integer({ min: 1, max: 6 }), isBatch: fc.boolean() },
  before: fc.oneof(
    { weight: 6, arbitrary: fc.constant('nothing' as const) },
    { weight: 2, arbitrary: fc.constantFrom('restart' as const, 'outage' as const) },
    { weight: 1, arbitrary: fc.constantFrom('analog' as const, 'string' as const) },
  ),
})

const isAhead = ({ time: at }: Item) => isBeyondPresent(at, noon + 60_000)

function documentOf({ key, time: ts, value, quality }: Item): string {
  return quality === 'good'
    ? JSON.stringify({ ts, values: { [key]: value } })
    : JSON.stringify({ [key]: { v: value, ts, q: quality } })
}

function sensorsFrom(id: number): Sensor[] {
  return keys.map((key, index) => ({
    ...{ lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null, ...plainSensor },
    ...{ deviceId: 1, lesiId: 'pump-1', alias: key, unit: '', decimals: 0, states: {} },
    ...{ id: id + index, key, type: kinds[key as keyof typeof kinds] ?? 'analog' },
    ...{ intervalMs: 10_000, isNew: key === 'fresh' },
  }))
}

/** Delivers the items as planned, and at last all of them, the last ones first. */
async function disorderly(plant: RedeliveringPlant, items: readonly Item[], plan: Delivery[]) {
  const all = { first: 0, count: items.length, isBatch: false, before: 'nothing' as const }
  await plant.start()
  for (const { before, first, count, isBatch } of [...plan, all]) {
    if (before === 'restart') {
      await plant.stop()
      plant.isStoreAway = false
      plant.now += 1_000
      await plant.start()
    } else if (before === 'outage') plant.isStoreAway = true
    else if (before !== 'nothing') plant.propose('fresh', before)
    const begin = first % items.length
    const some = items.slice(begin, begin + count)
    if (some.length > 0) await plant.deliver(some.toReversed().map(documentOf), isBatch)
  }
  plant.isStoreAway = false
}

/** There as long as the sensor is taken for a text, and its number in any case. */
const isNumberAsText = (value: unknown) =>
  typeof value === 'string' && plainNumberOf(value) !== null

/** Everything that is stored, without what the order may decide. */
async function storedTruth(sensors: readonly Sensor[]) {
  const [first] = sensors
  const index = (sensor: number) => sensor - (first?.id ?? 0)
  const stored = await storedOfAll(
    engine.telemetry,
    sensors.map(({ id }) => id),
  )
  const readings = stored.readings
    .filter(({ sensor, value }) => keys[index(sensor)] !== 'fresh' || !isNumberAsText(value))
    .map(({ sensor, at, value, quality }) => [index(sensor), timeOf(at), value, quality].join(' '))
  const bySensor = ({ sensor, ...rest }: { readonly sensor: number }) => ({
    sensor: index(sensor),
    ...rest,
  })
  return {
    readings: readings.toSorted(),
    minutes: stored.minutes.map(bySensor),
    hours: stored.hours.map(bySensor),
  }
}

/** When a reading was received that replaces a time ahead is no part of the stream. */
const timeOf = (at: number) => (at >= noon && at < noon + 60_000 ? 'receipt' : at)

/** What screens show of it: today's figures, latest changes. */
async function shownTruth(sensors: readonly Sensor[]) {
  const figures = await figuresOfDay(engine.telemetry, sensors, day)
  const changes = await new StoredChanges(() => noon).of(engine.telemetry, sensors)
  return sensors.map(({ id, key }) => ({
    key,
    figures: { ...figures.find(({ sensorId }) => sensorId === id), sensorId: 0 },
    changes: changes.get(id)?.map((change) => ({ ...change, time: timeOf(change.time) })),
  }))
}

/** The last values, of sensors that have one: of several of one time none is the last. */
function lastValues(plant: RedeliveringPlant, sensors: readonly Sensor[], items: readonly Item[]) {
  return sensors.map(({ id, key }) => {
    // A time far ahead is replaced by that of its receipt.
    const own = items.filter((each) => each.key === key)
    const times = own.map((each) => (isAhead(each) ? noon : each.time))
    const isOne = times.filter((each) => each === Math.max(...times)).length === 1
    const { time: at, value, quality } = plant.current(id) ?? { time: 0 }
    return isOne ? { key, time: timeOf(at), value, quality } : { key }
  })
}

it('IN90 whatever order and repetition, what is stored is that of the sorted stream', async () => {
  const streams = fc.uniqueArray(item, {
    ...{ minLength: 1, maxLength: 40 },
    selector: ({ key, time: at, value, quality }) => `${key} ${at} ${value} ${quality}`,
  })
  const plans = fc.array(delivery, { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(streams, plans, async (stream, plan) => {
      // Several of a sensor are replaced in the order of receipt.
      const items = stream.filter(
        (each, index) =>
          !isAhead(each) ||
          !stream.slice(0, index).some((one) => isAhead(one) && one.key === each.key),
      )
      const [some, others] = [sensorsFrom(lastId + 1), sensorsFrom(lastId + 6)]
      lastId += 10
      const mixed = new RedeliveringPlant(engine.telemetry, some, noon)
      await disorderly(mixed, items, plan)
      const sorted = new RedeliveringPlant(engine.telemetry, others, noon)
      await sorted.start()
      const inOrder = items.toSorted((one, other) => one.time - other.time)
      await sorted.deliver(inOrder.map(documentOf), false)
      for (const plant of [mixed, sorted]) await plant.flush()
      expect(await storedTruth(some)).toEqual(await storedTruth(others))
      // What is shown of a new sensor is shown by the type that is proposed for it now.
      const isProposed = plan.some(({ before }) => before === 'analog' || before === 'string')
      const shown = (sensors: readonly Sensor[]) => (isProposed ? sensors.slice(0, -1) : sensors)
      const [mixedShown, sortedShown] = [shown(some), shown(others)]
      expect(await shownTruth(mixedShown)).toEqual(await shownTruth(sortedShown))
      const last = lastValues(sorted, sortedShown, items)
      expect(lastValues(mixed, mixedShown, items)).toEqual(last)
      for (const plant of [mixed, sorted]) await plant.stop()
      await mixed.start()
      expect(lastValues(mixed, mixedShown, items)).toEqual(last)
      await mixed.stop()
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
