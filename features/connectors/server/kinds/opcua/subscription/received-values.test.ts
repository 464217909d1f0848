import { DataType, DataValue, StatusCodes } from 'node-opcua-client'
import { expect, test } from 'vitest'
import type { FetchedValue } from '#kit/server/devices/device-intake.ts'
import { RecordingHost } from '#testing/peers/recording-host.ts'
import type { OpcUaSettings } from '../../../../contract/kinds/opcua.ts'
import { ReceivedValues } from './received-values.ts'

const start = Date.UTC(2026, 10, 1)
const dataAt = (second: number, value: number) =>
  new DataValue({
    ...{ value: { dataType: DataType.Double, value }, statusCode: StatusCodes.Good },
    ...{ sourceTimestamp: new Date(start + second * 1_000) },
  })

function receiver(clock: OpcUaSettings['clock']) {
  const sent: FetchedValue[] = []
  const host = new RecordingHost()
  const items = [{ nodeId: 'ns=1;s=speed', lesiId: 'PRESS-1', key: 'speed' }]
  const outgoing = { add: (_lesiId: string, value: FetchedValue) => void sent.push(value) }
  return { sent, host, received: new ReceivedValues({ items, clock }, outgoing, host) }
}

test('OU7 what comes behind a newer value is stored, and is not what is confirmed', () => {
  const { sent, received } = receiver('source')
  received.expectLate(60_000)
  for (const [second, value] of [
    [1, 10],
    [3, 30],
    [2, 20],
  ] as const)
    received.receive(0, dataAt(second, value), start + 3_500)
  received.confirm(0, performance.now() + 1, start + 10_000)
  expect(sent.map(({ value, time = 0 }) => [value, (time - start) / 1_000])).toEqual([
    [10, 1],
    [30, 3],
    [20, 2],
    [30, 9.5],
  ])
})

test('CN28 a node without a good value is listed with its status code', async () => {
  const { host, received } = receiver('source')
  const problem = { lesiId: 'PRESS-1', key: 'speed', place: 'ns=1;s=speed' }
  const bad = new DataValue({ statusCode: StatusCodes.BadSensorFailure })
  received.receive(0, bad, start)
  await expect.poll(() => host.problems).toEqual([{ ...problem, reason: 'BadSensorFailure' }])
  received.receiveNone(0, 'BadNodeIdUnknown')
  const gone = 'the server gives no values of the node: BadNodeIdUnknown'
  await expect.poll(() => host.problems).toEqual([{ ...problem, reason: gone }])
  received.receive(0, dataAt(1, 10), start + 1_000)
  await expect.poll(() => host.problems).toEqual([])
})

test('OU7 without times of their own values that come late are listed', () => {
  const { sent, host, received } = receiver('receipt')
  received.expectLate(60_000)
  received.receive(0, dataAt(3, 30), start + 3_500)
  received.receive(0, dataAt(2, 20), start + 3_500)
  expect(sent.map(({ value }) => value)).toEqual([30])
  expect(host.reasonsOf('speed')[0]).toContain('behind a newer value')
})

test('OU7 after a clock was set back the newest value is the one that came last', () => {
  const { sent, received } = receiver('source')
  received.receive(0, dataAt(3_600, 30), start + 3_500)
  received.receive(0, dataAt(2, 20), start + 2_500)
  received.confirm(0, performance.now() + 1, start + 10_000)
  expect(sent.map(({ value }) => value)).toEqual([30, 20, 20])
})

test('OU21 the earliest time of the protocol is no time: that of the server counts', () => {
  const none = new Date(Date.UTC(1601, 0, 1))
  const value = { dataType: DataType.Double, value: 1 }
  const stamped = (times: object) =>
    new DataValue({ value, statusCode: StatusCodes.Good, ...times })
  const { sent, received } = receiver('source')
  const at = new Date(start)
  received.receive(0, stamped({ sourceTimestamp: none, serverTimestamp: at }), start + 500)
  received.receive(0, stamped({ sourceTimestamp: none, serverTimestamp: none }), start + 500)
  received.receive(0, stamped({ sourceTimestamp: none }), start + 500)
  expect(sent.map(({ time }) => time)).toEqual([start, undefined, undefined])
  received.confirm(0, performance.now() + 1, start + 10_000)
  expect(sent.at(-1)?.time).toBe(start + 10_000)
})

test('OU21 a value without a time is what the node says, also after an interruption', () => {
  const { sent, host, received } = receiver('receipt')
  received.expectLate(60_000)
  for (const number of [1, 2]) {
    const value = { dataType: DataType.Double, value: number }
    const sourceTimestamp = new Date(Date.UTC(1601, 0, 1))
    received.receive(0, new DataValue({ value, sourceTimestamp }), start)
  }
  expect(sent.map(({ value }) => value)).toEqual([1, 2])
  expect(host.refusals).toEqual([])
})

test('OU22 a node that the server still does not have is of no value once', () => {
  const { sent, host, received } = receiver('source')
  for (let times = 0; times < 3; times++) received.receiveNone(0, 'BadNodeIdUnknown')
  expect(sent).toEqual([{ key: 'speed', value: null, quality: 'bad' }])
  expect(host.reasonsOf('speed')).toHaveLength(1)
  received.receive(0, dataAt(1, 10), start + 1_000)
  received.receiveNone(0, 'BadNodeIdUnknown')
  expect(sent.map(({ value }) => value)).toEqual([null, 10, null])
})
