import { expect, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import type { BoardSensor } from '#features/pages/contract/board.ts'
import type { CatalogueUpdate } from '#kit/web/live/index.ts'
import { affects } from './affects.ts'

const sensor = (id: number, key: string, deviceId = 1): Sensor => ({
  ...{ id, deviceId, lesiId: `DEV-${deviceId}`, key, alias: key, type: 'analog', unit: '' },
  ...{ decimals: 1, lowerAlarm: null, upperAlarm: null, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
  ...plainSensor,
})
const named: readonly BoardSensor[] = [
  { thing: 'DEV-1', key: 'flow', state: 'open', sensor: sensor(7, 'flow') },
  { thing: 'DEV-2', key: 'level', state: 'gone', sensor: null },
]
const update = (change: Partial<Exclude<CatalogueUpdate, 'reload'>>): CatalogueUpdate => ({
  ...{ version: 1, serverTime: 0, type: 'difference' },
  ...{ sensors: [], removedSensors: [], devices: [], removedDevices: [], annotatedSensors: [] },
  ...change,
})

test('DB25 a dashboard is read again when a sensor that it names changes, goes or comes', () => {
  expect(affects(update({ removedSensors: [7] }), named)).toBe(true)
  expect(affects(update({ removedDevices: [1] }), named)).toBe(true)
  expect(affects(update({ sensors: [sensor(7, 'flow')] }), named)).toBe(true)
  expect(affects(update({ sensors: [sensor(9, 'level', 2)] }), named)).toBe(true)
  expect(affects('reload', named)).toBe(true)
})

test('DB25 what happens to others fetches nothing', () => {
  const others = { sensors: [sensor(8, 'speed')], removedSensors: [6], removedDevices: [2] }
  expect(affects(update(others), named)).toBe(false)
  expect(affects('reload', [])).toBe(false)
})
