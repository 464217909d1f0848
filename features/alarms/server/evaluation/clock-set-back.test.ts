import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainSensor } from '#kit/model/sensor.ts'
import { ownLimitRules } from '../rules/planned-rule.ts'
import type { Check } from './checks/check.ts'
import type { EvaluatedPoint } from './evaluated-point.ts'
import { Evaluator } from './evaluator.ts'
import { withinHours } from './checks/hours-check.ts'
import { limitCheck, rateCheck } from './checks/number-checks.ts'
import { AlarmPoint } from './point.ts'
import {
  noChangeCheck,
  noDataCheck,
  offlineCheck,
  repeatedTextCheck,
} from './checks/state-checks.ts'

const second = 1_000
const hour = 3_600 * second
const noon = Date.UTC(2026, 10, 20, 12)

const kinds: readonly (readonly [string, (startedAt: number) => Check])[] = [
  ['limit', () => limitCheck('high', 10, 2)],
  ['rate', () => rateCheck({ kind: 'rate', direction: 'either', change: 6, withinMs: 4_000 }, 1)],
  ['no_change', () => noChangeCheck(4 * second)],
  [
    'no_data',
    (startedAt) =>
      noDataCheck({ kind: 'no_data', afterMs: 3_000 }, startedAt, () => plainSensor as never),
  ],
  [
    'repeated_text',
    () => repeatedTextCheck({ kind: 'repeated_text', text: 'E', times: 2, withinMs: 5 * second }),
  ],
  ['offline', offlineCheck],
]
/** All days and nights, without a minute between. */
const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }]

function pointOf(check: Check, sensorId: number, delayMs: number): EvaluatedPoint {
  const delays = { onDelayMs: delayMs, offDelayMs: delayMs / 2 }
  const isOfDevice = sensorId === 0
  return {
    ...{ origin: `rule ${sensorId}`, deviceId: 1, sensorId: isOfDevice ? null : sensorId },
    ...{ sensorIds: isOfDevice ? [] : [sensorId], rule: ownLimitRules.upper, identity: '' },
    point: new AlarmPoint(withinHours(check, always, 'UTC'), delays),
  }
}

interface Step {
  readonly gap: number
  readonly value: number | string | null
  readonly isOffline: boolean
}

/**
 * What comes of these steps, each with the seconds that had passed until then; the clock is set
 * back by `byMs` in the middle of one of them.
 */
function run(
  steps: readonly Step[],
  delayMs: number,
  setBack: { at: number; byMs: number } | null,
) {
  let [passed, offset] = [0, noon]
  const seen: (readonly [string, string, number])[] = []
  const evaluator = new Evaluator({
    onTransition: ({ of, type }) => void seen.push([of.origin, type, passed / second]),
    onLate: () => void seen.push(['late', 'raise', passed / second]),
  })
  for (const [index, [, check]] of kinds.entries())
    evaluator.put(pointOf(check(noon), index === kinds.length - 1 ? 0 : index + 1, delayMs))
  for (const [index, { gap, value, isOffline }] of steps.entries()) {
    for (let tick = 0; tick < gap; tick++) {
      passed += second
      if (setBack?.at === index && tick === 0) {
        offset -= setBack.byMs
        const now = offset + passed
        evaluator.setBack({ byMs: setBack.byMs, now, withinMs: second / 2 })
      }
      evaluator.tick(offset + passed)
    }
    passed += 1
    const time = offset + passed
    evaluator.takeStatus(1, isOffline, time, time)
    for (const sensorId of kinds.keys())
      if (value !== null && sensorId > 0)
        evaluator.take([{ sensorId, time, value, quality: 'good' }], time)
  }
  return seen
}

const steps = fc.array(
  fc.record({
    gap: fc.integer({ min: 1, max: 6 }),
    value: fc.constantFrom(5, 5, 9, 11, 15, 'E', null),
    isOffline: fc.boolean(),
  }),
  { minLength: 3, maxLength: 25 },
)

test('AL55 with a clock that is set back alarms come and pass when they would have', () => {
  const back = fc.record({
    at: fc.nat({ max: 24 }),
    byMs: fc.integer({ min: 600 * second, max: 48 * hour }),
  })
  const delays = fc.constantFrom(0, 2 * second, 7 * second)
  fc.assert(
    fc.property(steps, delays, back, (all, delayMs, setBack) => {
      expect(run(all, delayMs, setBack)).toEqual(run(all, delayMs, null))
    }),
    { numRuns: 300 },
  )
})
