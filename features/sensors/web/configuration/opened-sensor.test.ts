import { expect, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { withSensors, withValue, type Draft } from './draft/draft.ts'
import { openedSensor } from './opened-sensor.ts'

const sensor: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'DEV', key: 'k', alias: 'k', type: 'analog', unit: '' },
  ...{ decimals: 1, lowerAlarm: 1, upperAlarm: 5, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
}
const none: Draft = new Map()

test('CA31 what somebody else changes of the sensor that stands open appears', () => {
  const theirs = { ...sensor, upperAlarm: 6 }
  const rows = [undefined, { ...sensor, id: 2 }, theirs]
  expect(openedSensor(sensor, { draft: none, rows })).toBe(theirs)
  const draft = withSensors(withValue(none, sensor, 'unit', 'bar'), [theirs])
  expect(openedSensor(sensor, { draft, rows: undefined })).toBe(theirs)
})

test('CA31 the sensor that stands open stays when the table has it no more', () => {
  expect(openedSensor(sensor, { draft: none, rows: [] })).toBe(sensor)
  expect(openedSensor(sensor, { draft: none, rows: undefined })).toBe(sensor)
})
