import { expect, test } from 'vitest'
import type { RuleHours } from '../../../contract/rule.ts'
import { ownLimitRules } from '../../rules/planned-rule.ts'
import type { Check } from './check.ts'
import { Evaluator } from '../evaluator.ts'
import { withinHours } from './hours-check.ts'
import { AlarmPoint } from '../point.ts'
import { noChangeCheck, noDataCheck, offlineCheck } from './state-checks.ts'

const hourMs = 3_600_000
/** Monday. */
const midnight = Date.UTC(2026, 10, 23)
const at = (hour: number) => midnight + hour * hourMs
const byDay: readonly RuleHours[] = [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '16:00' }]

/** What comes of a condition that is there from two o'clock on, as the clock goes on. */
function run(check: Check, { onDelayMs = 0, hours = byDay, zone = 'UTC' } = {}) {
  const transitions: (readonly [string, number, number])[] = []
  const evaluator = new Evaluator({
    onTransition: ({ type, since, at: when }) =>
      void transitions.push([type, (since - midnight) / hourMs, (when - midnight) / hourMs]),
    onLate: () => expect.unreachable(),
  })
  const point = new AlarmPoint(withinHours(check, hours, zone), { onDelayMs, offDelayMs: 0 })
  const of = { origin: '5', deviceId: 1, sensorId: 7, sensorIds: [7], rule: ownLimitRules.upper }
  evaluator.put({ ...of, point, identity: '' })
  evaluator.take([{ sensorId: 7, time: at(1), value: 5, quality: 'good' }], at(1))
  point.check.takeStatus?.(true, at(2))
  for (let minute = 60; minute < 48 * 60; minute++) evaluator.tick(midnight + minute * 60_000)
  return transitions
}

const afterMs = hourMs
const checks: readonly (readonly [string, () => Check])[] = [
  ['a silence', () => noDataCheck({ kind: 'no_data', afterMs }, at(1), () => undefined)],
  ['a value that stays', () => noChangeCheck(afterMs)],
  ['a device that is offline', () => offlineCheck()],
]
test.each(checks)('AL115 an alarm of %s comes when the hours of its rule begin', (_, check) => {
  expect(run(check())).toEqual([
    ['raise', 8, 8],
    ['return', 16, 16],
    ['raise', 32, 32],
    ['return', 40, 40],
  ])
})

test('AL115 its delay begins with the hours, by the wall clock of the site', () => {
  const night = [{ days: [1], from: '22:00', to: '02:00' }]
  // Eight hours behind, and Sunday there until eight.
  const zone = 'America/Los_Angeles'
  expect(run(offlineCheck(), { onDelayMs: hourMs / 2, hours: night, zone })).toEqual([
    ['raise', 30, 30.5],
    ['return', 34, 34],
  ])
})

test('AL115 hours that follow each other without a gap begin once', () => {
  const hours = [
    { days: [7], from: '20:00', to: '00:00' },
    { days: [1, 2], from: '00:00', to: '06:00' },
    { days: [1, 2], from: '06:00', to: '00:00' },
  ]
  expect(run(offlineCheck(), { hours })).toEqual([['raise', 2, 2]])
  const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '05:00', to: '05:00' }]
  expect(run(offlineCheck(), { hours: always })).toEqual([['raise', 2, 2]])
})
