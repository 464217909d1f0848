import { expect, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import type { AlarmCondition } from '../../contract/condition.ts'
import { withProposal, type Proposal } from '../../contract/proposal.ts'
import { ownLimitRules } from '../rules/planned-rule.ts'
import { adviceOf, candidatesOf } from './advise.ts'
import { Replay } from './replay.ts'

const from = 1_795_000_000_000
const sensor: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'PUMP-1', key: 'flow', alias: 'Flow', type: 'analog' },
  ...{ unit: '', decimals: 1, lowerAlarm: 0, upperAlarm: 10, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
}

function advised(values: readonly number[], rule = ownLimitRules.upper) {
  const rules = candidatesOf(rule, sensor)
  const replay = new Replay({ rules, sensor, others: [], timezone: 'UTC', from })
  const quality = 'good' as const
  replay.take(values.map((value, at) => ({ sensorId: 1, time: from + at * 1_000, value, quality })))
  return adviceOf(rules, replay.end(from + values.length * 1_000))
}
const times = (count: number, values: readonly number[]) =>
  Array.from({ length: count }, () => values).flat()

test('AL33 noise about a limit is advised the smallest deadband that ends it', () => {
  const noise = [8, ...times(20, [10.1, 9.95, 10.05, 9.96]), 8]
  const advice = advised(noise)
  expect(advice).toEqual({ proposal: { deadband: 0.1 }, before: 40, after: 1, later: [0] })
})

test('AL33 short peaks are advised a delay, with what it costs in time', () => {
  const peaks = [...times(12, [2, 2, 12, 12, 2, 2]), ...times(60, [12]), 2]
  const advice = advised(peaks)
  expect(advice).toEqual({
    ...{ proposal: { onDelayMs: 5_000 }, before: 13, after: 1, later: [5_000] },
  })
})

test('AL33 where the limit itself is reached for long nothing is advised', () => {
  expect(advised(times(3, [...times(400, [12]), ...times(400, [2])]))).toBeNull()
  expect(advised([])).toBeNull()
})

const of = (condition: AlarmCondition) => ({ ...ownLimitRules.upper, condition })

test('AL33 other conditions are advised what is theirs, the least that helps', () => {
  const rate = of({ kind: 'rate', direction: 'rise', change: 2, withinMs: 1_000 })
  const steps = [0, ...times(20, [2.2, 0]), 9]
  expect(advised(steps, rate)).toMatchObject({ proposal: { change: 2.5 }, before: 21, after: 1 })
  const stays = of({ kind: 'no_change', afterMs: 10_000 })
  const slow = times(12, [...times(14, [1]), ...times(14, [2])])
  expect(advised(slow, stays)).toMatchObject({ proposal: { afterMs: 15_000 }, after: 0 })
  const state = of({ kind: 'state', values: ['12'], colours: [] })
  const short = times(12, [2, 2, 12, 12, 2])
  expect(advised(short, state)).toMatchObject({ proposal: { onDelayMs: 5_000 }, after: 0 })
  expect(candidatesOf(of({ kind: 'device_offline' }), sensor)).toEqual([])
})

test('AL33 a proposal is one change of the rule, at its place', () => {
  const from = { thing: 'PUMP-1', key: 'other' }
  const deviation = of({ kind: 'deviation', from, by: 4 })
  const proposals = candidatesOf(deviation, sensor)
    .slice(1)
    .map(({ origin }) => JSON.parse(origin) as Proposal)
  expect(proposals.slice(0, 6)).toEqual([
    ...[{ deadband: 1 }, { deadband: 2 }, { deadband: 3 }],
    ...[{ by: 5 }, { by: 6 }, { by: 8 }],
  ])
  expect(withProposal(deviation, { by: 5 })).toEqual(of({ kind: 'deviation', from, by: 5 }))
  expect(withProposal(deviation, { deadband: 1 })).toEqual({ ...deviation, deadband: 1 })
})
