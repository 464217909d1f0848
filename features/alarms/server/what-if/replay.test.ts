import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { qualityCode } from '#kit/model/quality.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { storeReadings } from '#testing/sites/store-readings.ts'
import { testTelemetry, type TestTelemetry } from '#testing/telemetry.ts'
import { ownTurn, tenAtOnce } from '#testing/ten-at-once.ts'
import type { AlarmCondition } from '../../contract/condition.ts'
import { ownLimitRules, type PlannedRule } from '../rules/planned-rule.ts'
import { storedReadings } from '../evaluation/stored-readings-store.ts'
import { compareAlarms } from './compare.ts'
import { Replay } from './replay.ts'
import { AlarmCollector, alarmAt, countOf } from './replayed-alarms.ts'
import type { ReplayedAlarm, ReplayedAlarms, ReplayResult } from './replayed-alarms.ts'
import { replaySensor } from './replay-sensor.ts'
import { ReplayThread } from './replay-thread.ts'
import { numberParts } from './what-if-store.ts'

let engine: TestTelemetry
const thread = new ReplayThread()
beforeAll(async () => void (engine = await testTelemetry()))
afterAll(async () => {
  await thread.close()
  await engine.close()
})

const from = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000
const second = 1_000
const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:01', to: '00:03' }]
let sensors = 0

const newSensor = (type: Sensor['type'] = 'analog'): Sensor => ({
  ...plainSensor,
  ...{ id: ++sensors, deviceId: 1, lesiId: 'PUMP-1', key: `s${sensors}`, alias: '', type },
  ...{ unit: '', decimals: 1, lowerAlarm: null, upperAlarm: 12, scaleLow: 0, scaleHigh: 20 },
  ...{ intervalMs: 5_000, states: {}, isNew: false },
})

const planned = (condition: AlarmCondition, more: Partial<PlannedRule> = {}): PlannedRule => ({
  ...{ ...ownLimitRules.upper, origin: 'rule', condition },
  ...more,
})

const listOf = (alarms: ReplayedAlarms): readonly ReplayedAlarm[] =>
  Array.from({ length: countOf(alarms) }, (_, place) => alarmAt(alarms, place))

const listed = (result: ReplayResult): Record<string, readonly ReplayedAlarm[]> =>
  Object.fromEntries([...result].map(([origin, alarms]) => [origin, listOf(alarms)]))

const replayed = async (sensor: Sensor, rules: readonly PlannedRule[], to: number) =>
  listed(
    await replaySensor({
      ...{ reader: engine.telemetry.readerFor('test').lengthy, thread, timezone: 'UTC' },
      ...{ from, to, rules, sensor, others: [], spend: () => {} },
    }),
  )

/** Every reading held against the rules, one by one. */
function wholly(
  sensor: Sensor,
  rules: readonly PlannedRule[],
  readings: readonly Reading[],
  to: number,
): Record<string, readonly ReplayedAlarm[]> {
  const replay = new Replay({ rules, sensor, others: [], timezone: 'UTC', from })
  // Of readings of one time the greatest usable one counts (AL77), which comes first.
  const isBad = ({ quality }: Reading) => (quality === 'bad' ? 1 : 0)
  const order = (one: Reading, other: Reading) =>
    one.time - other.time ||
    isBad(one) - isBad(other) ||
    Number(other.value) - Number(one.value) ||
    qualityCode[other.quality] - qualityCode[one.quality]
  replay.take(readings.toSorted(order))
  return listed(replay.end(to))
}

const steps = fc.array(
  fc.record({
    step: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 30 })),
    value: fc.integer({ min: 5, max: 15 }),
    quality: fc.constantFrom('good', 'good', 'good', 'uncertain', 'bad'),
  }),
  { minLength: 1, maxLength: 120 },
)
const readingsOf = (
  sensorId: number,
  all: typeof steps extends fc.Arbitrary<infer T> ? T : never,
) => {
  let time = from
  return all.map(({ step, value, quality }): Reading => {
    time += step * second
    return { sensorId, time, value: quality === 'bad' ? null : value, quality }
  })
}
const delay = fc.integer({ min: 0, max: 8 }).map((seconds) => seconds * second)
const behaviour = fc.record({
  ...{ onDelayMs: delay, offDelayMs: delay, hours: fc.constantFrom([], hours) },
  deadband: fc.integer({ min: 0, max: 4 }).map((value) => value / 2),
})
const limit: fc.Arbitrary<AlarmCondition> = fc.record({
  kind: fc.constant('limit' as const),
  level: fc.constantFrom('high' as const, 'low' as const),
  limit: fc.integer({ min: 7, max: 13 }),
})
const numbers: fc.Arbitrary<AlarmCondition> = fc.oneof(
  limit,
  fc.record({
    kind: fc.constant('rate' as const),
    direction: fc.constantFrom('rise' as const, 'fall' as const, 'either' as const),
    ...{ change: fc.integer({ min: 3, max: 6 }), withinMs: fc.constant(5 * second) },
  }),
)
const bad = { kind: 'bad_quality' as const, isUncertainToo: true }
const limitOrBad: fc.Arbitrary<AlarmCondition> = fc.oneof(limit, fc.constant(bad))
const changing = fc.constantFrom<AlarmCondition>(
  { kind: 'state' as const, values: ['7', '9', '11'], colours: [] },
  bad,
  { kind: 'no_change' as const, afterMs: 4 * second },
)
const others = fc.constantFrom<AlarmCondition>({ kind: 'no_data' as const, afterMs: 4 * second })

type Kind = readonly [string, fc.Arbitrary<AlarmCondition>, number]
const kinds: readonly Kind[] = [
  ['limits', limit, 4],
  ['limits and quality', limitOrBad, 3],
  ['limits and rates', numbers, 2],
  ['states, quality and no change', changing, 3],
  ['no change of a number', changing, 1],
  ['silence', others, 1],
]

test.each(kinds)(
  'AL31 AL77 what a replay leaves out changes nothing: %s',
  async (...[, conditions, numRuns]) => {
    const rules = fc.array(fc.tuple(conditions, behaviour), { minLength: 1, maxLength: 3 })
    await fc.assert(
      tenAtOnce(steps, rules, async (all, pairs) => {
        const sensor = newSensor()
        const readings = readingsOf(sensor.id, all)
        await storeReadings(engine.telemetry, readings)
        await ownTurn()
        const chosen = pairs.map(([condition, more], place) =>
          planned(condition, { ...more, origin: String(place) }),
        )
        const to = (readings.at(-1)?.time ?? from) + 6 * second
        const whole = wholly(sensor, chosen, readings, to)
        expect(await replayed(sensor, chosen, to)).toEqual(whole)
      }),
      { numRuns },
    )
  },
)

const reading = (at: number, value: number): Reading => ({
  ...{ sensorId: 0, time: from + at * second, value, quality: 'good' },
})

test('AL31 hours begin and end with their minute, also at a reading without a value', () => {
  const sensor = { ...newSensor(), id: 0 }
  const condition = { kind: 'limit', level: 'low', limit: 7 } as const
  const nothing = (at: number): Reading => ({ ...reading(at, 0), value: null, quality: 'bad' })
  for (const after of [61, 60.001]) {
    const readings = [reading(1, 5), nothing(60), reading(after, 5), nothing(180), reading(181, 5)]
    const { rule } = wholly(sensor, [planned(condition, { hours })], readings, from + 300 * second)
    expect(
      rule?.map(({ since, returnedAt }) => [since - from, (returnedAt ?? NaN) - from]),
    ).toEqual([[60 * second, 180 * second]])
  }
})

test('AL77 of stored readings of one time the one counts that history shows', async () => {
  const sensor = newSensor()
  const all = [8, 13, 9].map((value) => ({ ...reading(1, value), sensorId: sensor.id }))
  const end = { ...reading(5, 1), sensorId: sensor.id }
  await storeReadings(engine.telemetry, [...all, end])
  const condition = { kind: 'limit', level: 'high', limit: 12 } as const
  const to = from + 10 * second
  const rate = { kind: 'rate', direction: 'fall', change: 12, withinMs: 60 * second } as const
  for (const each of [condition, rate])
    expect((await replayed(sensor, [planned(each)], to))['rule']).toHaveLength(1)
  const moments = new Map([[sensor.id, from]])
  const reader = engine.telemetry.readerFor('test').lengthy
  const read: Reading[] = []
  for await (const part of storedReadings(reader, moments, to)) read.push(...part)
  expect(read.map(({ value }) => value)).toEqual([13, 9, 8, 1])
})

test('AL31 a deadband and a delay would have made fewer alarms', () => {
  const sensor = { ...newSensor(), id: 0 }
  const condition = { kind: 'limit', level: 'high', limit: null } as const
  const rules = [
    planned(condition, { origin: 'before' }),
    planned(condition, { origin: 'deadband', deadband: 2 }),
    planned(condition, { origin: 'delay', onDelayMs: 2 * second }),
  ]
  const signal = [10, 13, 11, 13, 11, 13, 9, 13, 14, 15, 9].map((value, at) => reading(at, value))
  const alarms = wholly(sensor, rules, signal, from + 20 * second)
  const spans = (origin: string) =>
    alarms[origin]?.map(({ since, raisedAt, returnedAt, value }) => [
      ...[since, raisedAt, returnedAt ?? NaN].map((at) => (at - from) / second),
      value,
    ])
  expect(spans('before')).toEqual([
    [1, 1, 2, 13],
    [3, 3, 4, 13],
    [5, 5, 6, 13],
    [7, 7, 10, 13],
  ])
  expect(spans('deadband')).toEqual([
    [1, 1, 6, 13],
    [7, 7, 10, 13],
  ])
  expect(spans('delay')).toEqual([[7, 9, 10, 13]])
  const { vanished, appeared, later } = compareAlarms(
    gathered(alarms['before'] ?? []),
    gathered(alarms['deadband'] ?? []),
  )
  expect(vanished).toEqual([1, 2])
  expect([appeared, later]).toEqual([[], [0, 0]])
})

const gathered = (alarms: readonly ReplayedAlarm[]): ReplayedAlarms => {
  const collector = new AlarmCollector()
  for (const { since, raisedAt, returnedAt, value } of alarms) {
    collector.raise(since, raisedAt, value)
    if (returnedAt !== null) collector.return(returnedAt)
  }
  return collector.end()
}

test('AL31 alarms of the changed rule alone appear; each is matched once', () => {
  const alarm = (since: number, returnedAt: number | null): ReplayedAlarm => ({
    ...{ since, raisedAt: since, returnedAt, value: 1 },
  })
  const { vanished, appeared, later } = compareAlarms(
    gathered([alarm(1, 2), alarm(10, 20), alarm(30, null)]),
    gathered([alarm(3, 4), alarm(12, 13), alarm(14, 15), alarm(40, null)]),
  )
  expect({ vanished, appeared, later }).toEqual({ vanished: [0], appeared: [0, 2], later: [2, 10] })
})

test('AL31 alarms keep their values and times, however many they are', () => {
  const all = Array.from({ length: 100 }, (_, at): ReplayedAlarm => {
    const value = [at / 3, `text ${at}`, null, -0][at % 4] ?? null
    return { since: at, raisedAt: at + 1, returnedAt: at === 99 ? null : at + 2, value }
  })
  expect(listOf(gathered(all))).toEqual(all)
})

test('AL31 numbers of the engine are those that were stored, whatever their size', async () => {
  const values = [0.1 + 0.2, -0.1, 5e-324, -1.7976931348623157e308, 2 ** 53 - 1, 1e22, 123_456.789]
  const sensor = newSensor()
  const readings = values.map((value, at) => ({ ...reading(at, value), sensorId: sensor.id }))
  await storeReadings(engine.telemetry, readings)
  const range = { sensorIds: [sensor.id], from: from + 1, to: from + 10 * second }
  const found: number[] = []
  for await (const { base, rows } of numberParts(engine.telemetry, range, { kind: 'numbers' }))
    found.push(...Array.from(rows, (number, at) => (at % 3 === 0 ? number + base - from : number)))
  const expected = values.flatMap((value, at) => (at === 0 ? [] : [at * second, value, 0]))
  expect(found).toEqual(expected)
})
