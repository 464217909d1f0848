import { expect, test } from 'vitest'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { csvOf } from './csv-text.ts'
import { linesOf } from '#kit/web/csv/csv-lines.ts'
import { planOf } from './read-csv.ts'

const sensorOf = (key: string, own: Partial<Sensor> = {}): Sensor => ({
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'OVEN-2', key, alias: key, type: 'analog', unit: '°C' },
  ...{ decimals: 1, lowerAlarm: 1, upperAlarm: 5, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 1_000, states: {}, isNew: false, ...own },
})
const states = { 1: { colour: 'green' as const, word: 'Runs; well' }, 2: { word: 'a=b' } }
const sensors = [
  sensorOf('temp', { alias: '=SUM(A1)', unit: '-x', lowerAlarm: -5.5, noChangeMs: 90_000 }),
  sensorOf('tower', { type: 'lamp', alias: 'a "quoted", one of two', states }),
  sensorOf("'key", { type: 'counter', wrapAt: 65_536, factor: 0.1, unit: '-1+1', alias: 'Z 1;2' }),
]
const find = (lesiId: string, key: string) =>
  sensors.find((sensor) => sensor.lesiId === lesiId && sensor.key === key)
const plan = (text: string) => planOf(linesOf(text), find)

test('CA33 a file that went out comes in without a change', () => {
  expect(plan(csvOf(sensors))).toEqual({ changes: [], sensors: 0, problems: [] })
  expect(csvOf(sensors)).toContain("'=SUM(A1)")
  expect(csvOf(sensors)).toContain("'-x")
  expect(csvOf(sensors)).toContain("'-1+1")
})

test('CA33 it may have fewer columns, semicolons, and other numbers', () => {
  const {
    changes,
    sensors: count,
    problems,
  } = plan('key;device;upperAlarm;noChangeMs\ntemp;OVEN-2;7.5;2 min\ntower;OVEN-2;;\n')
  expect(problems).toEqual([])
  expect(count).toBe(1)
  expect(changes.map(({ sensor, field, value }) => [sensor.key, field, value])).toEqual([
    ['temp', 'upperAlarm', 7.5],
    ['temp', 'noChangeMs', 120_000],
  ])
})

test('CA33 every wrong line is named with its cell and reason, and changes nothing', () => {
  const { changes, problems } = plan(
    [
      'device,key,unit,lowerAlarm,upperAlarm,decimals',
      'OVEN-2,temp,bar,1,1,2',
      'OVEN-2,nobody,bar,1,2,2',
      'OVEN-2,tower,,2,,',
      'OVEN-2,temp,bar,x,y,2',
      'OVEN-2,temp,bar,1,5,2',
      'OVEN-2,temp,kPa,1,5,2',
    ].join('\n'),
  )
  expect(problems.map(({ line, column, error }) => `${line} ${column} ${error.code}`)).toEqual([
    '2 upperAlarm greater_than',
    '3  unknown_sensor',
    '4 lowerAlarm not_for_type',
    '5 lowerAlarm wrong_type',
    '5 upperAlarm wrong_type',
    '7  repeated',
  ])
  expect(changes.map(({ field, value }) => [field, value])).toEqual([
    ['unit', 'bar'],
    ['decimals', 2],
    ['lowerAlarm', 1],
  ])
})

test('CA33 unknown columns and missing ones are named; what is no table throws', () => {
  expect(
    plan('device,unit,colour\n').problems.map(({ column, error }) => [column, error.code]),
  ).toEqual([
    ['colour', 'unknown_column'],
    ['key', 'required'],
  ])
  expect(() => linesOf('device,key\n"OVEN-2,temp')).toThrow()
})
