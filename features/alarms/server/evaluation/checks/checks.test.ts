import { expect, test } from 'vitest'
import type { Reading } from '#kit/model/reading.ts'
import { compile } from '#kit/server/expression.ts'
import type { Check } from './check.ts'
import { expressionCheck } from './expression-check.ts'
import { isWithin, withinHours } from './hours-check.ts'
import { deviationCheck, limitCheck, rateCheck } from './number-checks.ts'
import {
  noChangeCheck,
  noDataCheck,
  offlineCheck,
  qualityCheck,
  repeatedTextCheck,
  stateCheck,
} from './state-checks.ts'

const at = Date.UTC(2026, 10, 23, 6)

/** What a check says after each reading, of sensor 1 unless it is named, a second apart. */
function resultsOf(
  check: Check,
  values: readonly (Reading['value'] | readonly [number, number])[],
) {
  let isActive = false
  return values.map((each, index) => {
    const [sensorId, value] = Array.isArray(each) ? each : [1, each]
    const time = at + index * 1_000
    const quality = value === null ? 'bad' : 'good'
    const found = check.next({ sensorId, time, value, quality } as Reading, isActive, time)
    isActive = found ?? isActive
    return found
  })
}

test('AL17 rate of change: against any reading of the window, with a deadband', () => {
  const rise = { kind: 'rate', direction: 'rise', change: 5, withinMs: 3_000 } as const
  expect(resultsOf(rateCheck(rise, 0), [0, 3, 4, 5, 5, 5, 5])).toEqual([
    ...[false, false, false, true, false, false, false],
  ])
  expect(resultsOf(rateCheck({ ...rise, direction: 'fall' }, 0), [9, 6, 4, 9])).toEqual([
    ...[false, false, true, false],
  ])
  expect(resultsOf(rateCheck({ ...rise, direction: 'either' }, 3), [0, 3, 5, 5, 3, 2])).toEqual([
    ...[false, false, true, true, true, true],
  ])
})

test('AL2 a low limit: below it, until the value is above it by the deadband', () => {
  expect(resultsOf(limitCheck('low', 10, 2), [11, 10, 9.9, 11, 11.9, 12, 11])).toEqual([
    ...[false, false, true, true, true, false, false],
  ])
})

test('AL17 deviation: from the newest value of the other sensor', () => {
  const check = deviationCheck(2, 9, 1)
  expect(resultsOf(check, [5, [9, 6], 7.5, 8.5, 7.5, 7, null, 9])).toEqual([
    ...[undefined, false, false, true, true, false, undefined, true],
  ])
})

test('AL17 states and colours of lamps', () => {
  const lamp = { states: { '2': { colour: 'red' as const } } }
  const check = stateCheck({ kind: 'state', values: ['RUN'], colours: ['red'] }, () => lamp)
  expect(resultsOf(check, ['RUN', 2, 1, 'red', null])).toEqual([true, true, false, true, undefined])
})

test('AL17 no change and no data: on the clock of the server', () => {
  const still = noChangeCheck(10_000)
  expect([resultsOf(still, [4, 4]), still.at?.(at + 10_000), still.at?.(at + 10_001)]).toEqual([
    ...[[undefined, undefined], undefined, at + 10_000],
  ])
  expect(resultsOf(still, [5])).toEqual([false])
  const silent = noDataCheck({ kind: 'no_data', afterMs: null }, at, () => ({ intervalMs: 1_000 }))
  expect([silent.at?.(at + 3_000), silent.at?.(at + 3_001)]).toEqual([undefined, at + 3_000])
})

test('AL17 devices offline, bad quality, repeated texts', () => {
  const offline = offlineCheck()
  offline.takeStatus?.(true, at)
  expect(offline.at?.(at + 5)).toBe(at)
  offline.takeStatus?.(false, at + 6)
  expect(offline.at?.(at + 7)).toBe(null)
  expect(
    resultsOf(qualityCheck({ kind: 'bad_quality', isUncertainToo: false }), [1, null]),
  ).toEqual([...[false, true]])
  const repeated = { kind: 'repeated_text', text: 'E42', times: 2, withinMs: 2_000 } as const
  expect(resultsOf(repeatedTextCheck(repeated), ['E42', 'ok', 'E42!', 'ok', 'E42'])).toEqual([
    ...[false, false, true, false, true],
  ])
})

test('AL78 texts of one time count each, one that comes twice once', () => {
  const check = repeatedTextCheck({ kind: 'repeated_text', text: 'E', times: 3, withinMs: 2_000 })
  const results = ['E1', 'E2', 'E1', 'E2', 'E3'].map((value) =>
    check.next({ sensorId: 1, time: at, value, quality: 'good' }, false, at),
  )
  expect(results).toEqual([false, false, false, false, true])
})

test('AL17 a value of bad quality says nothing of limits and states', () => {
  const reading = { sensorId: 1, time: at, value: 11, quality: 'bad' } as const
  const state = stateCheck({ kind: 'state', values: ['11'], colours: [] }, () => undefined)
  for (const check of [limitCheck('high', 10, 0), deviationCheck(2, 9, 0), state]) {
    const found = (quality: Reading['quality']) => check.next({ ...reading, quality }, false, at)
    resultsOf(check, [[9, 1]])
    expect([found('bad'), found('uncertain'), found('good')]).toEqual([undefined, true, true])
    if (check.isThereLate) expect(check.isThereLate(reading)).toBe(false)
  }
})

test('AL17 an expression has no value while one of its sensors is bad', () => {
  const check = expressionCheck(({ a }) => Number(a) > 10, new Map([[1, ['a']]]))
  const found = (['good', 'uncertain', 'bad'] as const).map((quality) =>
    check.next({ sensorId: 1, time: at, value: 11, quality }, false, at),
  )
  expect(found).toEqual([true, true, undefined])
})

test('AL17 bad quality: uncertain readings too, where the rule says so', () => {
  const found = [false, true].map((isUncertainToo) =>
    (['good', 'uncertain', 'bad'] as const).map((quality) =>
      qualityCheck({ kind: 'bad_quality', isUncertainToo }).next(
        { sensorId: 1, time: at, value: 1, quality },
        ...([false, at] as const),
      ),
    ),
  )
  expect(found).toEqual([
    [false, false, true],
    [false, true, true],
  ])
})

test('AL17 an expression over several sensors, as soon as all have a value', () => {
  const compiled = compile('a > b and b > 0', ['a', 'b'])
  if (!('evaluate' in compiled)) throw new Error('no expression')
  const names = new Map([
    [1, ['a']],
    [2, ['b']],
  ])
  expect(resultsOf(expressionCheck(compiled.evaluate, names), [3, [2, 1], [2, 5], null])).toEqual([
    ...[undefined, true, false, undefined],
  ])
})

test('AL17 hours of a rule, over midnight and a change of the clock', () => {
  const night = { days: [7], from: '22:00', to: '06:00' }
  const zone = 'America/New_York'
  // Sunday 1 November 2026, the night after the clocks went back.
  expect(isWithin([night], Date.UTC(2026, 10, 2, 3), zone)).toBe(true)
  expect(isWithin([night], Date.UTC(2026, 10, 2, 10, 59), zone)).toBe(true)
  expect(isWithin([night], Date.UTC(2026, 10, 2, 11), zone)).toBe(false)
  expect(isWithin([night], Date.UTC(2026, 10, 1, 3), zone)).toBe(false)
  const day = { days: [1], from: '06:00', to: '07:00' }
  const check = withinHours(limitCheck('high', 10, 0), [day], 'UTC')
  expect(resultsOf(check, [11])).toEqual([true])
  expect([check.at?.(at + 3_599_999), check.at?.(at + 3_600_000)]).toEqual([at + 3_599_999, null])
})

test('AL17 what lasts over hours of a rule is there only within them', () => {
  const hourMs = 3_600_000
  const hours = [
    { days: [7], from: '00:00', to: '24:00' },
    { days: [1], from: '07:00', to: '08:00' },
  ]
  const limit = () => withinHours(limitCheck('high', 10, 0), hours, 'UTC')
  // Monday, 6 o'clock.
  const check = limit()
  expect(resultsOf(check, [11, null])).toEqual([false, undefined])
  const atHours = [0.9, 1, 1.9, 2].map((hour) => check.at?.(at + hour * hourMs))
  expect(atHours).toEqual([null, at + hourMs, at + 1.9 * hourMs, null])
  resultsOf(check, [9])
  expect(check.at?.(at + hourMs)).toBe(null)
  const late = (hour: number) =>
    limit().isThereLate?.({ sensorId: 1, time: at + hour * hourMs, value: 11, quality: 'good' })
  expect([late(0), late(1), late(2)]).toEqual([false, true, false])
  const offline = withinHours(offlineCheck(), hours, 'UTC')
  offline.takeStatus?.(true, at)
  expect([offline.at?.(at), offline.at?.(at + 1.5 * hourMs)]).toEqual([null, at + hourMs])
  const silent = noDataCheck({ kind: 'no_data', afterMs: 1_000 }, at, () => undefined)
  const silentWithin = withinHours(silent, hours, 'UTC')
  expect(silentWithin.at?.(at + 5_000)).toBe(null)
  expect(silentWithin.at?.(at + hourMs)).not.toBe(null)
})
