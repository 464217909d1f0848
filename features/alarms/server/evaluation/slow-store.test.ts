import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { plainSensor } from '#kit/model/sensor.ts'
import { eventually, promptTimeoutMs } from '#testing/eventually.ts'
import { ownLimitRules } from '../rules/planned-rule.ts'
import { Evaluation, type EvaluationServices } from './evaluation.ts'
import type { PointTransition } from './evaluated-point.ts'
import { Evaluator } from './evaluator.ts'
import { limitCheck } from './checks/number-checks.ts'
import { AlarmPoint } from './point.ts'
import { offlineCheck } from './checks/state-checks.ts'

type Register = ConstructorParameters<typeof Evaluation>[0]['register']

const now = Date.UTC(2026, 10, 30, 6)

/** An evaluation that stops at its first reading, over a store that takes `queryMs` to answer. */
function stoppedEvaluation(queryMs: number) {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const transitions: PointTransition[] = []
  let isFull = true
  let queries = 0
  const evaluator = new Evaluator({
    onTransition: (transition) => void transitions.push(transition),
    onLate: () => undefined,
    isFull: () => isFull,
  })
  evaluator.put({
    ...{ origin: 'upper', deviceId: 1, sensorId: 7, sensorIds: [7], rule: ownLimitRules.upper },
    ...{ point: new AlarmPoint(limitCheck('high', 10, 0), { onDelayMs: 0, offDelayMs: 0 }) },
    identity: 'limit',
  })
  const rows = async () => {
    queries++
    vi.advanceTimersByTime(queryMs)
    await setImmediate()
    return []
  }
  const nothing = async () => undefined
  const evaluation = new Evaluation({
    ...{ evaluator, clock: () => now, log: { warn() {}, info() {} } },
    register: { waitingBytes: 0, isBehind: false, afterwards: nothing } as unknown as Register,
    telemetry: { rows } as unknown as EvaluationServices['telemetry'],
    writer: { flush: nothing, settled: nothing },
    catalogue: { sensor: () => plainSensorOf() },
    current: { get: () => undefined } as unknown as EvaluationServices['current'],
  })
  const send = (value: number, at: number) =>
    evaluation.takeReadings([{ sensorId: 7, time: at, value, quality: 'good' }], at)
  send(9, now)
  isFull = false
  return { evaluation, evaluator, send, transitions, queries: () => queries }
}

const plainSensorOf = () =>
  ({ ...plainSensor, intervalMs: 1_000 }) as unknown as ReturnType<
    EvaluationServices['catalogue']['sensor']
  >

test('OP24 since when nothing is evaluated follows a clock that is set back', async () => {
  const { evaluation } = stoppedEvaluation(700)
  const hourMs = 3_600_000
  evaluation.setBack({ byMs: hourMs, now: now + 60_000 - hourMs, withinMs: 1_000 })
  expect(evaluation.stoppedSince).toBe(now - hourMs)
})

test('AL79 evaluation goes on although the store takes long for each question', async () => {
  const { evaluation, send, transitions } = stoppedEvaluation(700)
  expect(evaluation.stoppedSince).toBe(now)
  evaluation.tick(now)
  const isOn = () => evaluation.stoppedSince === null
  await eventually('it goes on', isOn, promptTimeoutMs)
  send(11, now + 1_000)
  expect(transitions).toMatchObject([{ type: 'raise', since: now + 1_000 }])
})

test('AL79 a server that ends does not wait for readings that it would evaluate', async () => {
  const { evaluation, queries } = stoppedEvaluation(700)
  evaluation.tick(now)
  await eventually('the store is asked', () => queries() > 0, promptTimeoutMs)
  await evaluation.close()
  const asked = queries()
  evaluation.tick(now)
  await setImmediate()
  expect(queries()).toBe(asked)
  expect(evaluation.stoppedSince).toBe(now)
})

test('AL119 of devices that go and come very often the last state counts afterwards', async () => {
  const { evaluation, evaluator, transitions } = stoppedEvaluation(1)
  for (const deviceId of [1, 2])
    evaluator.put({
      ...{ origin: '5', deviceId, sensorId: null, sensorIds: [], rule: ownLimitRules.upper },
      ...{ point: new AlarmPoint(offlineCheck(), { onDelayMs: 0, offDelayMs: 0 }), identity: '' },
    })
  const report = (deviceId: number, isOffline: boolean, since: number) =>
    evaluation.takeStatus({ deviceId, isOffline, since, at: since })
  const last = now + 12_000
  report(2, false, now)
  for (let at = now; at < last; at += 2) {
    report(1, true, at)
    report(1, false, at + 1)
  }
  report(1, false, last)
  report(2, true, last)
  evaluation.tick(now)
  const isOn = () => evaluation.stoppedSince === null
  await eventually('it goes on', isOn, promptTimeoutMs)
  const lastOf = (id: number) => transitions.findLast(({ of }) => of.deviceId === id)
  expect(lastOf(1)).toMatchObject({ type: 'return', since: last })
  expect(lastOf(2)).toMatchObject({ type: 'raise', since: last })
})
