import { expect, it } from 'vitest'
import { EdgeNode } from './edge-node.ts'
import { readMetrics } from './metric-readings.ts'
import { readPayload, writePayload, type Metric } from './payload-schema.ts'

const now = Date.UTC(2026, 5, 1)

/** What is understood of these metrics as data of a device that was born with those. */
function dataAfter(birth: readonly Metric[], data: readonly Metric[]) {
  const node = new EdgeNode()
  node.bear([], 0)
  node.define('d', readPayload(writePayload({ metrics: birth })).metrics ?? [])
  const received = readPayload(writePayload({ metrics: data })).metrics ?? []
  const { values, refused } = readMetrics(received, {
    ...{ definitions: node.definitionsNow('d'), timestamp: now },
  })
  return {
    values: values.map(({ key, value }) => `${key}=${value}`),
    refused: refused.map(({ field }) => field),
  }
}

it('IN118 reads data that names a metric, and has no type, by the type of its birth', () => {
  const birth: Metric[] = [
    { name: 'Int8', datatype: 1, intValue: 1 },
    { name: 'Int32', datatype: 3, intValue: 1 },
    { name: 'Int64', datatype: 4, longValue: 1 },
    { name: 'DateTime', datatype: 13, longValue: now },
    { name: 'Array', datatype: 22, bytesValue: new Uint8Array([1]) },
    { name: 'untyped', intValue: 200 },
  ]
  const data: Metric[] = [
    { name: 'Int8', intValue: 0xff },
    { name: 'Int32', intValue: 0xff_ff_ff_fe },
    { name: 'Int64', longValue: { low: -3, high: -1 } },
    { name: 'DateTime', longValue: now },
    { name: 'Array', bytesValue: new Uint8Array([0xff]) },
    { name: 'untyped', intValue: 201 },
    { name: 'unknown', intValue: 202 },
  ]
  expect(dataAfter(birth, data)).toEqual({
    values: [
      ...['Int8=-1', 'Int32=-2', 'Int64=-3', 'DateTime=2026-06-01T00:00:00.000Z', 'Array=[-1]'],
      'untyped=201',
    ],
    refused: ['metrics.unknown'],
  })
})

it('IN119 trusts no alias that two metrics of one birth have', () => {
  const birth = ['a', 'b', 'c'].map((name) => ({ name, alias: 1, datatype: 3, intValue: 1 }))
  const other = { name: 'd', alias: 2, datatype: 3, intValue: 1 }
  const data: Metric[] = [
    ...[
      { alias: 1, intValue: 2 },
      { alias: 2, intValue: 3 },
    ],
    { name: 'a', alias: 1, intValue: 0xff_ff_ff_ff },
  ]
  expect(dataAfter([...birth, other, other], data)).toEqual({
    ...{ values: ['d=3', 'a=-1'], refused: ['metrics.alias 1'] },
  })
})

it('IN155 says whether an alias was never explained, or messages are missing', () => {
  const node = new EdgeNode()
  const metric = { name: 'a', alias: 1, datatype: 10, doubleValue: 1 }
  const reasonsOf = (alias: number) =>
    readMetrics([{ alias, doubleValue: 2 }], {
      ...{ definitions: node.definitionsNow('d'), timestamp: now },
    }).refused.map(({ reason }) => reason)
  const unexplained = ['is an alias that no birth has explained; a rebirth was requested']
  const missing = ['is named by an alias while messages are missing; a rebirth was requested']
  expect(reasonsOf(1)).toEqual(unexplained)
  node.bear([], 0)
  node.define('d', [metric])
  expect(reasonsOf(1)).toEqual([])
  expect(reasonsOf(2)).toEqual(unexplained)
  node.follow(5, 1)
  expect(reasonsOf(1)).toEqual(missing)
  expect(reasonsOf(2)).toEqual(missing)
})
