import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import type { Reading } from '#kit/model/reading.ts'
import { ownLimitRules } from '../../rules/planned-rule.ts'
import type { Check } from './check.ts'
import { keyOf, type EvaluatedPoint } from '../evaluated-point.ts'
import { Evaluator } from '../evaluator.ts'
import { withinHours } from './hours-check.ts'
import { limitCheck, rateCheck } from './number-checks.ts'
import { AlarmPoint } from '../point.ts'
import { qualityCheck } from './state-checks.ts'
import { BandFilter } from './band-filter.ts'

const at = Date.UTC(2026, 10, 23, 6)
const second = 1_000
const days = [1, 2, 3, 4, 5, 6, 7]
const sensorIds = [7, 5_000, 9_000_000]
const mostly = fc.constantFrom(7, 7, 7, 7, ...sensorIds)

const checks = fc.oneof(
  fc
    .record({
      ...{ level: fc.constantFrom('high', 'low'), limit: fc.integer({ min: 3, max: 17 }) },
      deadband: fc.integer({ min: 0, max: 4 }),
    })
    .map(
      ({ level, limit, deadband }) =>
        () =>
          limitCheck(level as 'high', limit, deadband),
    ),
  fc
    .record({
      ...{ direction: fc.constantFrom('rise', 'fall', 'either'), deadband: fc.nat(3) },
      ...{ change: fc.integer({ min: 2, max: 9 }), withinMs: fc.integer({ min: 1, max: 60_000 }) },
    })
    .map(
      ({ deadband, ...rate }) =>
        () =>
          rateCheck({ kind: 'rate', ...rate } as Parameters<typeof rateCheck>[0], deadband),
    ),
  fc.boolean().map((isUncertainToo) => () => qualityCheck({ kind: 'bad_quality', isUncertainToo })),
)

interface Rule {
  readonly create: () => Check
  readonly sensor: number
  readonly onDelayMs: number
  readonly offDelayMs: number
  readonly hasHours: boolean
  readonly evaluatedUntil: number
}
const rules: fc.Arbitrary<Rule> = fc.record({
  ...{ create: checks, sensor: mostly, hasHours: fc.constantFrom(false, false, true) },
  onDelayMs: fc.constantFrom(0, 0, 4 * second),
  offDelayMs: fc.constantFrom(0, 0, 3 * second),
  evaluatedUntil: fc.constantFrom(-Infinity, -Infinity, at + 20 * second),
})

const values = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 8, max: 12 }) },
  { weight: 6, arbitrary: fc.double({ min: 6, max: 14, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(null, 'text', 3, 17) },
)
const steps = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      ...{ kind: fc.constant('reading' as const), sensor: mostly },
      ...{ value: values, step: fc.integer({ min: -1, max: 3 }) },
      ahead: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 400 * second),
      quality: fc.constantFrom<Quality>(
        'good',
        'good',
        'good',
        'good',
        'good',
        'good',
        'good',
        'good',
        'good',
        'good',
        'uncertain',
        'bad',
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('tick' as const), step: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('put' as const), place: fc.nat(3), rule: rules }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), place: fc.nat(3) }) },
)
type Step = typeof steps extends fc.Arbitrary<infer Each> ? Each : never

/** Everything that is seen of an evaluation; `isPlain`: every reading is held against its rules. */
function seenOf(first: readonly Rule[], all: readonly Step[], isPlain: boolean) {
  const seen: unknown[] = []
  const evaluator = new Evaluator({
    onTransition: ({ of, ...transition }) => void seen.push([keyOf(of), transition]),
    onLate: ({ of, ...run }) => void seen.push([keyOf(of), 'late', run]),
  })
  let puts = 0
  const put = (place: number, rule: Rule) => evaluator.put(pointOf(rule, place, isPlain, ++puts))
  for (const [place, rule] of first.entries()) put(place, rule)
  let now = at
  for (const step of all) {
    if ('step' in step) now += step.step * second
    if (step.kind === 'reading') {
      const { sensor: sensorId, value, quality, ahead } = step
      evaluator.take([{ sensorId, time: now + ahead, value, quality }], now)
    } else if (step.kind === 'tick') evaluator.tick(now)
    else if (step.kind === 'put') put(step.place, step.rule)
    else for (const id of sensorIds) evaluator.remove(`${step.place} ${id}`)
    seen.push([...evaluator.evaluatedTimes()])
    seen.push([...evaluator.points.values()].map(({ point }) => point.pendingSince))
  }
  return seen
}

function pointOf(rule: Rule, place: number, isPlain: boolean, identity: number): EvaluatedPoint {
  const created = rule.create()
  const hours = rule.hasHours ? [{ days, from: '06:00', to: '06:01' }] : []
  const check = withinHours(created, hours, 'UTC')
  if (isPlain) delete check.neutralBand
  const point = new AlarmPoint(check, rule)
  point.restore(false, rule.evaluatedUntil)
  return {
    ...{ origin: `${place}`, deviceId: 1, sensorId: rule.sensor, sensorIds: [rule.sensor] },
    ...{ rule: ownLimitRules.upper, point, identity: `${identity}` },
  }
}

test('AL2 AL4 AL17 readings that are left out as they change nothing do change nothing', () => {
  fc.assert(
    fc.property(
      fc.array(rules, { minLength: 1, maxLength: 4 }),
      fc.array(steps, { maxLength: 120, size: 'max' }),
      (first, all) => {
        expect(seenOf(first, all, false)).toEqual(seenOf(first, all, true))
      },
    ),
    { numRuns: 600 },
  )
})

test('AL2 most readings of a usual signal are left out', () => {
  let asked = 0
  const rate = rateCheck({ kind: 'rate', direction: 'either', change: 50, withinMs: 60_000 }, 0)
  const next = rate.next.bind(rate)
  const check: Check = { ...rate, next: (...reading) => (asked++, next(...reading)) }
  const evaluator = new Evaluator({ onTransition: () => {}, onLate: () => {} })
  evaluator.put({
    ...{ origin: 'upper', deviceId: 1, sensorId: 7, sensorIds: [7], rule: ownLimitRules.upper },
    ...{ point: new AlarmPoint(check, { onDelayMs: 0, offDelayMs: 0 }), identity: '' },
  })
  for (let index = 0; index < 1_000; index++) {
    const value = 20 + 10 * Math.sin(index / 50)
    const reading: Reading = { sensorId: 7, time: at + index * second, value, quality: 'good' }
    evaluator.take([reading], reading.time)
  }
  expect(asked).toBeLessThan(100)
})

test('AL2 places of sensors that are gone are given to others, with nothing of before', () => {
  const bandFilter = new BandFilter()
  const places = Array.from({ length: 200 }, (_, index) => bandFilter.add(index * 1_000))
  expect(new Set(places).size).toBe(200)
  const all = { low: -Infinity, high: Infinity }
  for (const place of places) bandFilter.setBand(place, all, true)
  const reading: Reading = { sensorId: 3_000, time: 5, value: 1, quality: 'good' }
  expect(bandFilter.take(places[3] ?? 0, reading, 10)).toBe(true)
  bandFilter.remove(3_000, places[3] ?? 0)
  expect(bandFilter.placeOf(3_000)).toBe(-1)
  expect(bandFilter.placeOf(4_000)).toBe(places[4])
  expect(bandFilter.placeOf(99_999_999)).toBe(-1)
  const place = bandFilter.add(8_000_001)
  expect([place, bandFilter.newestTime(place)]).toEqual([places[3], -Infinity])
  expect(bandFilter.take(place, { ...reading, sensorId: 8_000_001 }, 10)).toBe(false)
  bandFilter.setBand(place, all, true)
  expect(bandFilter.endBand(place)).toBe(null)
})
