import { expect, test } from 'vitest'
import { sensorName } from './sensor-name.ts'

test('AN10 sensors of several devices that are called alike have names of their own', () => {
  const sensors = [
    { id: 1, alias: 'Level', lesiId: 'TANK-1', key: 'level' },
    { id: 2, alias: 'Level', lesiId: 'TANK-2', key: 'level' },
    { id: 3, alias: 'Level', lesiId: 'TANK-2', key: 'level2' },
    { id: 4, alias: 'Flow', lesiId: 'TANK-1', key: 'flow' },
  ]
  expect(sensors.map((each) => sensorName(each, sensors))).toEqual([
    'Level · TANK-1',
    'Level · TANK-2 · level',
    'Level · TANK-2 · level2',
    'Flow',
  ])
})
