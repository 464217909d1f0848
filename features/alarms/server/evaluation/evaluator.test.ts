import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LateRun } from './late-runs.ts'
import { keyOf, type EvaluatedPoint, type PointTransition } from './evaluated-point.ts'
import { Evaluator } from './evaluator.ts'
import { withinHours } from './checks/hours-check.ts'
import { limitCheck } from './checks/number-checks.ts'
import { noDataCheck, qualityCheck } from './checks/state-checks.ts'
import { ownLimitRules } from '../rules/planned-rule.ts'
import { AlarmPoint } from './point.ts'

const at = Date.UTC(2026, 10, 22, 6)
const second = 1_000

interface Options {
  readonly deadband?: number
  readonly onDelayMs?: number
  readonly offDelayMs?: number
}

function highPoint({ deadband = 0, onDelayMs = 0, offDelayMs = 0 }: Options = {}): EvaluatedPoint {
  const point = new AlarmPoint(limitCheck('high', 10, deadband), { onDelayMs, offDelayMs })
  return {
    ...{ origin: 'upper', deviceId: 1, sensorId: 7, sensorIds: [7], rule: ownLimitRules.upper },
    ...{ point, identity: JSON.stringify([deadband, onDelayMs, offDelayMs]) },
  }
}

function watch(options?: Options) {
  const transitions: PointTransition[] = []
  const late: LateRun[] = []
  const evaluator = new Evaluator({
    onTransition: (transition) => void transitions.push(transition),
    onLate: (run) => void late.push(run),
  })
  const point = highPoint(options)
  evaluator.put(point)
  const take = (seconds: number, value: number | null, receivedAt = at + seconds * second) => {
    const quality = value === null ? 'bad' : 'good'
    evaluator.take([{ sensorId: 7, time: at + seconds * second, value, quality }], receivedAt)
  }
  const seen = () =>
    transitions.map(({ type, since, at: when, value }) => [
      ...[type, (since - at) / second, (when - at) / second, value],
    ])
  return { evaluator, point, take, seen, late }
}

test('AL2 beyond its limit a value raises one alarm, until it is back by the deadband', () => {
  const { take, seen } = watch({ deadband: 2 })
  for (const [second_, value] of [10, 10.1, 11, 9, 8.1, 8, 12].entries()) take(second_, value)
  expect(seen()).toEqual([
    ['raise', 1, 1, 10.1],
    ['return', 5, 5, 8],
    ['raise', 6, 6, 12],
  ])
})

test('AL2 a bad reading neither raises an alarm nor ends one', () => {
  const { take, seen } = watch()
  take(0, 11)
  take(1, null)
  take(2, 12)
  take(3, 9)
  take(4, null)
  expect(seen().map(([type]) => type)).toEqual(['raise', 'return'])
})

test('AL3 what lasts less than the delay raises nothing and ends nothing', () => {
  const { take, seen } = watch({ onDelayMs: 3 * second, offDelayMs: 2 * second })
  for (const [index, value] of [11, 11, 9, 11, 11, 11, 11, 9, 11, 9, 9, 9].entries())
    take(index, value)
  expect(seen()).toEqual([
    ['raise', 3, 6, 11],
    ['return', 9, 11, 9],
  ])
})

test('AL3 where no reading comes the clock of the server ends a delay', () => {
  const { evaluator, take, seen } = watch({ onDelayMs: 3 * second })
  // The clock of the device is an hour behind.
  take(0, 11, at + 3_600 * second)
  evaluator.tick(at + 3_602 * second)
  expect(seen()).toEqual([])
  evaluator.tick(at + 3_603 * second)
  expect(seen()).toEqual([['raise', 0, 3, 11]])
})

test('AL95 an alarm of silence passes after it came, by a clock that is behind, too', () => {
  const { evaluator, point, take, seen } = watch()
  const now = at + 3_600 * second
  const check = noDataCheck({ kind: 'no_data', afterMs: 10 * second }, now, () => undefined)
  const delays = { onDelayMs: 0, offDelayMs: 2 * second }
  evaluator.put({ ...point, point: new AlarmPoint(check, delays), identity: 'silence' })
  take(0, 9, now)
  evaluator.tick(now + 11 * second)
  take(12, 9, now + 12 * second)
  take(14, 9, now + 14 * second)
  expect(seen()).toEqual([
    ['raise', 3_610, 3_610, 9],
    ['return', 3_610, 3_612, 9],
  ])
})

test('AL4 a late reading raises nothing and ends nothing; it is reported', () => {
  const { take, seen, late } = watch()
  take(10, 9)
  take(5, 11)
  take(20, 12)
  take(15, 1)
  expect(seen()).toEqual([['raise', 20, 20, 12]])
  expect(late.map(({ since }) => (since - at) / second)).toEqual([5])
})

test('AL78 of readings of one time that come the last one counts, as on the screen', () => {
  const { take, seen } = watch()
  for (const value of [9, 11, 9, 12, 12]) take(10, value)
  expect(seen().map(([type, , , value]) => [type, value])).toEqual([
    ['raise', 11],
    ['return', 9],
    ['raise', 12],
  ])
  // Two alarms of one source and one time would be stored as one.
  expect(new Set(seen().flatMap(([type, since]) => (type === 'raise' ? [since] : []))).size).toBe(2)
  take(20, 12)
  take(30, 9)
  take(30, 9)
  expect(seen().map(([type]) => type)).toEqual(['raise', 'return', 'raise', 'return'])
})

test('AL78 a bad reading and a good one of the same time and value are two', () => {
  const { evaluator, take, point, seen } = watch()
  const check = qualityCheck({ kind: 'bad_quality', isUncertainToo: false })
  evaluator.put({
    ...{ ...point, origin: 'lower', identity: 'quality' },
    point: new AlarmPoint(check, { onDelayMs: 0, offDelayMs: 0 }),
  })
  take(10, 9)
  const bad = { sensorId: 7, time: at + 10 * second, value: 9, quality: 'bad' } as const
  evaluator.take([bad], at + 10 * second)
  expect(seen()).toEqual([['raise', 10, 10, 9]])
})

test('AL4 a late reading changes nothing of a rule with hours, also when its hours begin', () => {
  const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' }]
  const check = withinHours(limitCheck('high', 10, 0), hours, 'UTC')
  const point = new AlarmPoint(check, { onDelayMs: 0, offDelayMs: 0 })
  const { evaluator, take, seen, late } = watch()
  evaluator.put({ ...highPoint(), point, identity: 'hours' })
  take(10, 9)
  take(5, 11)
  evaluator.tick(at + 11 * second)
  expect(seen()).toEqual([])
  expect(late.length).toBe(1)
  take(20, 11)
  take(15, 9)
  evaluator.tick(at + 21 * second)
  expect(seen()).toEqual([['raise', 20, 20, 11]])
})

test('AL4 a reading from beyond the present is no reading of now', () => {
  const { take, seen } = watch()
  take(3_600, 11, at)
  take(1, 9)
  take(2, 11)
  expect(seen()).toEqual([['raise', 2, 2, 11]])
})

test('AL4 a present reading from beyond the present raises nothing at a new rule', () => {
  const { evaluator, point, take, seen } = watch()
  const reading = { sensorId: 7, time: at + 3_600 * second, value: 11, quality: 'good' } as const
  evaluator.takePresent(point, reading, at)
  expect(seen()).toEqual([])
  take(1, 12)
  expect(seen()).toEqual([['raise', 1, 1, 12]])
})

const signal = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 15 })), {
  maxLength: 60,
})
const delays = fc.record({
  deadband: fc.integer({ min: 0, max: 3 }),
  onDelayMs: fc.integer({ min: 0, max: 5 }).map((seconds) => seconds * second),
  offDelayMs: fc.integer({ min: 0, max: 5 }).map((seconds) => seconds * second),
})

/** Times in seconds from steps between readings. */
function timed(steps: readonly (readonly [number, number])[]) {
  let time = 0
  return steps.map(([step, value]) => [(time += step), value] as const)
}

test('AL5 after a crash anywhere the same readings give the same alarms, once', () => {
  fc.assert(
    fc.property(signal, delays, fc.nat(), fc.nat(), (steps, options, stored, kept) => {
      const readings = timed(steps)
      const whole = watch(options)
      for (const [time, value] of readings) whole.take(time, value)
      // What was stored when it was killed, and until when the last checkpoint has it evaluated.
      const before = watch(options)
      const storedCount = stored % (readings.length + 1)
      const recordedCount = storedCount === 0 ? 0 : kept % (storedCount + 1)
      for (const [time, value] of readings.slice(0, storedCount)) before.take(time, value)
      const held = before.seen()
      const last = held.at(-1)
      const after = watch(options)
      const recorded = at + (readings[recordedCount - 1]?.[0] ?? -1e9) * second
      const { pendingSince } = atCheckpoint(readings.slice(0, recordedCount), options)
      after.evaluator.restoreSensor(7, recorded)
      after.point.point.restore(
        last?.[0] === 'raise',
        last === undefined ? -Infinity : at + Number(last[2]) * second,
      )
      if (pendingSince !== null && recorded > after.point.point.evaluatedUntil)
        after.point.point.restorePending(pendingSince, pendingSince)
      for (const [time, value] of readings) after.take(time, value)
      expect([...held, ...after.seen()].map((each) => each.slice(0, 3))).toEqual(
        whole.seen().map((each) => each.slice(0, 3)),
      )
    }),
    { numRuns: 500 },
  )
})

/** What a checkpoint has of a delay that was under way. */
function atCheckpoint(readings: readonly (readonly [number, number])[], options: Options) {
  const { point, take } = watch(options)
  for (const [time, value] of readings) take(time, value)
  return { pendingSince: point.point.pendingSince }
}

test('AL6 a changed rule keeps the alarm that is there until that has passed', () => {
  const { evaluator, take, seen } = watch()
  take(0, 11)
  evaluator.put(highPoint({ deadband: 5 }))
  take(1, 8)
  take(2, 5)
  expect(seen().map(([type, since]) => [type, since])).toEqual([
    ['raise', 0],
    ['return', 2],
  ])
  expect([...evaluator.points.keys()]).toEqual([keyOf(highPoint())])
})
