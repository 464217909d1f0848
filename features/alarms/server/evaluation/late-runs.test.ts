import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownLimitRules } from '../rules/planned-rule.ts'
import { limitCheck } from './checks/number-checks.ts'
import { AlarmPoint } from './point.ts'
import { Evaluator } from './evaluator.ts'

const second = 1_000
const at = Date.UTC(2026, 10, 23, 12)
const now = at + 86_400_000

/** Sends these late, a document each; the last report of each run, in seconds. */
function runsOf(
  documents: readonly (readonly (readonly [number, number | null])[])[],
  onDelayMs = 0,
) {
  const runs = new Map<number, number>()
  const evaluator = new Evaluator({
    onTransition: () => {},
    onLate: ({ since, until }) => void runs.set((since - at) / second, (until - at) / second),
  })
  const point = new AlarmPoint(limitCheck('high', 10, 0), { onDelayMs, offDelayMs: 0 })
  evaluator.put({
    ...{ origin: 'upper', deviceId: 1, sensorId: 7, sensorIds: [7], identity: '', point },
    rule: { ...ownLimitRules.upper, onDelayMs },
  })
  evaluator.take([{ sensorId: 7, time: now, value: 1, quality: 'good' }], now)
  for (const document of documents)
    evaluator.take(
      document.map(([seconds, value]) => ({
        ...{ sensorId: 7, time: at + seconds * second, value },
        quality: value === null ? 'bad' : 'good',
      })),
      now,
    )
  return [...runs]
}

test('AL16 one alarm over documents for late readings one after the other beyond a limit', () => {
  const [high, low] = [11, 9] as const
  expect(
    runsOf([
      [0, 15, 30].map((time) => [time, high] as const),
      [[45, high]],
      [
        [60, low],
        [75, high],
        [90, null],
        [105, high],
      ],
      // Blocks of history come newest first.
      [
        [-60, high],
        [-30, high],
      ],
    ]),
  ).toEqual([
    [0, 45],
    [75, 105],
    [-60, -30],
  ])
})

test('AL16 a run names the one in which it goes on, where no reading lies between', () => {
  const goesOn: (number | null)[] = []
  const evaluator = new Evaluator({
    onTransition: () => {},
    onLate: ({ goesOnAt }) => void goesOn.push(goesOnAt === null ? null : (goesOnAt - at) / second),
  })
  const point = new AlarmPoint(limitCheck('high', 10, 0), { onDelayMs: 0, offDelayMs: 0 })
  evaluator.put({
    ...{ origin: 'upper', deviceId: 1, sensorId: 7, sensorIds: [7], identity: '', point },
    rule: ownLimitRules.upper,
  })
  const take = (...readings: readonly (readonly [number, number])[]) =>
    evaluator.take(
      readings.map(([seconds, value]) => ({
        ...{ sensorId: 7, time: at + seconds * second, value, quality: 'good' as const },
      })),
      now,
    )
  evaluator.take([{ sensorId: 7, time: now, value: 1, quality: 'good' }], now)
  take([100, 11], [110, 11], [120, 9])
  take([60, 11], [70, 11])
  // More may come before the next block.
  take([80, 11], [90, 11])
  take([20, 11], [30, 11], [40, 11])
  take([0, 9], [5, 11], [10, 9])
  take([-20, 11], [-10, 11])
  expect(goesOn).toEqual([null, null, 100, null, null, null])
})

test('AL16 what is far apart lasted not, and what was shorter than its delay was none', () => {
  expect(runsOf([[[0, 11]], [[601, 11]]])).toEqual([
    [0, 0],
    [601, 601],
  ])
  expect(runsOf([[[0, 11]], [[20, 11]], [[40, 9]], [[50, 11]]], 15 * second)).toEqual([[0, 20]])
})

test('AL16 what comes late before a reading that came in time does not go on behind it', () => {
  const seen: number[][] = []
  const evaluator = new Evaluator({
    onTransition: () => {},
    onLate: ({ since, until }) => void seen.push([(since - at) / second, (until - at) / second]),
  })
  const point = new AlarmPoint(limitCheck('high', 10, 0), { onDelayMs: 0, offDelayMs: 0 })
  evaluator.put({
    ...{ origin: 'upper', deviceId: 1, sensorId: 7, sensorIds: [7], identity: '', point },
    rule: ownLimitRules.upper,
  })
  for (const [seconds, value] of [
    [10, 1],
    [5, 11],
    [20, 1],
    [30, 1],
    [25, 11],
  ] as const)
    evaluator.take([{ sensorId: 7, time: at + seconds * second, value, quality: 'good' }], now)
  expect(seen).toEqual([
    [5, 5],
    [25, 25],
  ])
})

test('AL16 runs are those of the readings in order, however they are cut into documents', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom(9, 11, null)), {
        maxLength: 40,
      }),
      fc.array(fc.integer({ min: 1, max: 5 })),
      (steps, cuts) => {
        let time = 0
        const all = steps.map(([gap, value]) => [(time += gap), value] as const)
        const documents: (readonly [number, number | null])[][] = []
        for (let from = 0, index = 0; from < all.length; index++)
          documents.push(all.slice(from, (from += cuts[index] ?? 3)))
        const expected: [number, number][] = []
        let last: [number, number] | undefined
        for (const [moment, value] of all) {
          if (value === 9) last = undefined
          if (value !== 11) continue
          if (last && moment - last[1] <= 600) last[1] = moment
          else expected.push((last = [moment, moment]))
        }
        expect(runsOf(documents)).toEqual(expected)
      },
    ),
  )
})
