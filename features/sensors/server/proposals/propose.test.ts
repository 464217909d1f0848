import { expect, test } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { hintOf } from './name-hints.ts'
import { propose, proposeAgain, withHint } from './propose.ts'
import type { Sample } from './proposed-type.ts'

const every = (intervalMs: number, values: readonly Sample['value'][]): Sample[] =>
  values.map((value, index) => ({ time: index * intervalMs, value }))

test.each([
  ['zone1_temp', '°C', null],
  ['MotorTemperature', '°C', null],
  ['flow_m3h', 'm³/h', null],
  ['energy/total_kwh', 'kWh', 'counter'],
  ['powerKw', 'kW', null],
  ['valve_a', '', null],
  ['phase_L1', '', null],
  ['front-door', '', 'detector'],
  ['toString', '', null],
  ['__proto__', '', null],
] as const)('CA27 the name %s suggests the unit "%s" and the type %s', (key, unit, type) => {
  expect(hintOf(key)).toEqual({ unit, type })
})

test.each([
  ['temp', 21.4, { type: 'analog', unit: '°C' }],
  ['temp', '21.4', { type: 'analog', unit: '°C' }],
  ['batch', '0042', { type: 'string', unit: '' }],
  ['mode', 'RUN', { type: 'string' }],
  ['x', true, { type: 'detector' }],
  ['signal', 'RED', { type: 'lamp' }],
  ['pump', 'off', { type: 'detector' }],
  ['pieces', 12, { type: 'counter' }],
  ['tower', 2, { type: 'lamp' }],
  ['x', 1, { type: 'analog', decimals: 2, intervalMs: 10_000 }],
] as const)('CA27 of %s = %j it is proposed %j', (key, value, proposal) => {
  expect(propose(key, [{ time: 0, value }])).toMatchObject(proposal)
})

test('CA27 what a sensor’s source declares counts for more than name and values', () => {
  const first = propose('apower', [{ time: 0, value: 12.5 }])
  expect(withHint(first, { unit: 'W', type: null })).toMatchObject({ type: 'analog', unit: 'W' })
  const total = propose('x', [{ time: 0, value: 1 }])
  expect(withHint(total, { unit: 'Wh', type: 'counter' })).toMatchObject({
    ...{ type: 'counter', unit: 'Wh' },
  })
  const text = propose('mode', [{ time: 0, value: 'auto' }])
  expect(withHint(text, { unit: 'W', type: null })).toEqual(text)
  const sensor = { key: 'x', type: 'counter', unit: 'Wh', isNew: true } as Sensor
  const falling = [5, 4, 3, 2, 1]
  expect(proposeAgain(sensor, every(1_000, falling))).toMatchObject({
    ...{ type: 'counter', unit: 'Wh', intervalMs: 1_000 },
  })
  expect(proposeAgain({ ...sensor, unit: '' }, every(1_000, falling)).type).toBe('analog')
  expect(proposeAgain(sensor, every(1_000, ['a', 'b', 'c', 'd', 'e'])).type).toBe('string')
})

test('IN135 of a unit that its source states the database takes what is proposed', () => {
  const first = propose('x', [{ time: 0, value: 12.5 }])
  const unitOf = (unit: string) => withHint(first, { unit, type: null }).unit
  expect(['bar\0\0', '\0bar', 'b\ud800r', 'b\u0007r', ' °C '].map(unitOf)).toEqual([
    ...['bar', '', '', '', '°C'],
  ])
})

test.each([
  ['a first true and then numbers', 'x', 'detector', [1, 0, 17.25, 18, 18.5], 'analog'],
  ['a first true and then 0 and 1', 'x', 'detector', [1, 0, 0, 1, 1], 'detector'],
  ['a first text and then numbers', 'x', 'string', ['starting', 1, 2, 3, 4], 'analog'],
  ['a first number and then texts', 'x', 'analog', [1, 'RUN', 'STOP', 'RUN', 'STOP'], 'string'],
  ['a count that falls again and again', 'count', 'counter', [5, 3, 4, 2, 1], 'analog'],
  ['a count that was reset once', 'count', 'counter', [5, 6, 0, 2, 3], 'counter'],
  ['a lamp of too many codes', 'tower', 'lamp', [0, 55, 100, 7, 3], 'analog'],
] as const)('CA27 %s decides by the readings', (_name, key, present, values, type) => {
  expect(propose(key, every(1_000, values), present).type).toBe(type)
})

test('CA27 decimals are those that come, three at most', () => {
  const decimals = (values: readonly number[]) => propose('x', every(1_000, values)).decimals
  expect(decimals([1, 2, 3, 4, 5])).toBe(0)
  expect(decimals([1, 2.5, 3, 4.25, 5])).toBe(2)
  expect(decimals([1.123456, 2, 3, 4, 5])).toBe(3)
})

test.each([
  [1_000, 1_000],
  [1_050, 1_000],
  [980, 1_000],
  [7_000, 10_000],
  [61_000, 60_000],
  [200, 200],
])('CA27 readings each %d ms are expected each %d ms', (gap, intervalMs) => {
  expect(propose('x', every(gap, [1, 2, 3, 4, 5, 6])).intervalMs).toBe(intervalMs)
})

test('CA27 a sensor that sends on change is not stale in each pause', () => {
  const times = [0, 1_000, 2_000, 3_000, 900_000, 901_000]
  const samples = times.map((time, index) => ({ time, value: index % 2 }))
  const { intervalMs } = propose('x', samples)
  expect(intervalMs * 3).toBeGreaterThanOrEqual(897_000 * 0.8)
})
