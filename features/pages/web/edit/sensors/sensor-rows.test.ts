import { expect, test } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { sensorRows } from './sensor-rows.ts'
import { windowOf } from '#kit/ui/list/use-visible-rows.ts'

const sensor = (id: number, lesiId: string, alias: string, type: Sensor['type'] = 'analog') =>
  ({ id, lesiId, key: alias, alias, type, unit: 'bar' }) as Sensor
const names = new Map([
  ['PUMP-10', 'Pump 10'],
  ['PUMP-9', 'Pump 9'],
])
const sensors = [
  sensor(1, 'PUMP-10', 'Pressure 10'),
  sensor(2, 'PUMP-10', 'Pressure 9'),
  sensor(3, 'PUMP-9', 'Lamp', 'lamp'),
]
const shown = (find: string, type: Sensor['type'] | null) =>
  sensorRows(sensors, names, { find, type }, 'en').map((row) =>
    row.kind === 'device' ? `${row.name} ${row.count}` : row.sensor.alias,
  )

test('PG36 sensors are under their devices, by name, as far as they are wanted', () => {
  expect(shown('', null)).toEqual(['Pump 9 1', 'Lamp', 'Pump 10 2', 'Pressure 9', 'Pressure 10'])
  expect(shown('', 'lamp')).toEqual(['Pump 9 1', 'Lamp'])
  expect(shown('pump 10 9', null)).toEqual(['Pump 10 1', 'Pressure 9'])
  expect(shown('nothing', null)).toEqual([])
})

test('PG36 of a long list what is in sight is drawn, and a little more', () => {
  const view = { scrollTop: 42_000, height: 600, rowHeight: 42 }
  expect(windowOf(10_000, view)).toEqual({ from: 992, until: 1_023 })
  expect(windowOf(5, { ...view, scrollTop: 0 })).toEqual({ from: 0, until: 5 })
  expect(windowOf(0, view)).toEqual({ from: 0, until: 0 })
  expect(windowOf(100, view)).toEqual({ from: 77, until: 100 })
})
