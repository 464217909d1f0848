import { expect, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import {
  changesOf,
  errorsOf,
  isConflicting,
  reversed,
  overwriteWithOwn,
  withoutField,
  withSensors,
  withUnreadable,
  withValue,
  type Draft,
} from './draft.ts'

const sensor: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'DEV', key: 'k', alias: 'k', type: 'analog', unit: '' },
  ...{ decimals: 1, lowerAlarm: 1, upperAlarm: 5, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false },
}
const none: Draft = new Map()

test('CA30 a change retains what it was based on; what the server has is no change', () => {
  const once = withValue(none, sensor, 'upperAlarm', 8)
  const twice = withValue(once, sensor, 'upperAlarm', 9)
  expect(changesOf(twice)).toEqual([{ id: 1, before: { upperAlarm: 5 }, after: { upperAlarm: 9 } }])
  expect(withValue(twice, sensor, 'upperAlarm', 5).size).toBe(0)
  expect(withoutField(twice, 1, 'upperAlarm').size).toBe(0)
  expect(reversed(changesOf(twice))).toEqual([
    { id: 1, before: { upperAlarm: 9 }, after: { upperAlarm: 5 } },
  ])
})

test('CA30 whoever changes anything of a new sensor has looked at it', () => {
  const draft = withValue(none, { ...sensor, isNew: true }, 'unit', 'bar')
  expect(changesOf(draft)).toEqual([
    { id: 1, before: { unit: '', isNew: true }, after: { unit: 'bar', isNew: false } },
  ])
})

test('CA30 what is wrong is at its field', () => {
  const low = withValue(none, sensor, 'lowerAlarm', 5)
  const codes = (draft: Draft) => {
    const entry = draft.get(1)
    return Object.entries(entry ? errorsOf(entry) : {}).map(([field, { code }]) => [field, code])
  }
  expect(codes(low)).toEqual([['upperAlarm', 'greater_than']])
  const error = { code: 'wrong_type', parameters: {} } as const
  const unread = withUnreadable(none, sensor, 'factor', { text: 'a', error })
  expect(codes(unread)).toEqual([['factor', 'wrong_type']])
  expect(codes(withValue(unread, sensor, 'factor', 2))).toEqual([])
})

test('CA31 what somebody else changes meanwhile is shown, and overwritten only by choice', () => {
  const mine = withValue(withValue(none, sensor, 'upperAlarm', 8), sensor, 'unit', 'bar')
  const theirs = withSensors(mine, [{ ...sensor, upperAlarm: 6, decimals: 3 }])
  const entry = theirs.get(1)
  expect(entry && isConflicting(entry, 'upperAlarm')).toBe(true)
  expect(entry && errorsOf(entry)).toMatchObject({ upperAlarm: { code: 'changed_meanwhile' } })
  const kept = overwriteWithOwn(theirs, 1, 'upperAlarm')
  expect(changesOf(kept)).toEqual([
    { id: 1, before: { upperAlarm: 6, unit: '' }, after: { upperAlarm: 8, unit: 'bar' } },
  ])
  const taken = withoutField(theirs, 1, 'upperAlarm')
  expect(changesOf(taken)).toEqual([{ id: 1, before: { unit: '' }, after: { unit: 'bar' } }])
  const same = { ...sensor, upperAlarm: 8, unit: 'bar' }
  expect(withSensors(mine, [same]).size).toBe(0)
})
