import { expect, onTestFinished, test, vi } from 'vitest'
import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { ownLimitRules } from '../rules/planned-rule.ts'
import { replaySensor } from './replay-sensor.ts'
import { countOf, noAlarms } from './replayed-alarms.ts'
import { ReplayThread, type RunningReplay } from './replay-thread.ts'

const from = 1_795_000_000_000
const sensor: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'PUMP-1', key: 'flow', alias: 'Flow', type: 'analog' },
  ...{ unit: '', decimals: 1, lowerAlarm: 0, upperAlarm: 10, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
}
const left = () => Promise.reject(new Error('the caller has left'))
const reader: TelemetryReader = {
  ...{ rows: left, columns: left, jsonColumns: left, json: left },
  ...{ numbers: left, numberColumns: left },
}

test('AL70 a replay whose caller leaves does not stay in the thread', async () => {
  const thread = new ReplayThread()
  onTestFinished(() => thread.close())
  const begun: RunningReplay[] = []
  const begin = thread.begin.bind(thread)
  thread.begin = async (setup) => {
    const running = await begin(setup)
    begun.push(running)
    return running
  }
  const replay = replaySensor({
    ...{ reader, thread, timezone: 'UTC', from, to: from + 3_600_000, sensor, others: [] },
    ...{ rules: [{ ...ownLimitRules.upper, origin: 'rule' }], spend: () => undefined },
  })
  await expect(replay).rejects.toThrow('has left')
  await expect(begun[0]?.takeRows([])).rejects.toThrow('no such replay')
})

test('AL76 a replay goes on however long the engine reads for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const thread = new ReplayThread()
  onTestFinished(() => thread.close())
  const rules = [{ ...ownLimitRules.upper, origin: 'rule' }]
  const begin = () => thread.begin({ rules, sensor, others: [], timezone: 'UTC', from })
  const running = await begin()
  vi.advanceTimersByTime(120_000)
  const row = { sensor: 1, at: from, value: '12', quality: 0, isNumber: 1 }
  expect(await running.takeRows([row])).toBe(1)
  const next = await begin()
  expect(countOf((await running.end(from + 1_000)).get('rule') ?? noAlarms)).toBe(1)
  vi.advanceTimersByTime(120_000)
  expect(await next.takeRows([row])).toBe(1)
  await next.end(from + 1_000)
  vi.advanceTimersByTime(120_000)
  expect(await (await begin()).takeRows([row])).toBe(1)
})
