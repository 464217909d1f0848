import { expect, test } from 'vitest'
import { refusedSensor } from './draft.ts'

const sensors = ['Boiler 1 · Pressure', 'Tank 1 · Level'].map((label, index) => ({
  ...{ thing: `DEV-${index}`, sensor: 'level', label },
}))

test.each([
  ['sensors.1', 'Tank 1 · Level'],
  ['readings.sensors.0', 'Boiler 1 · Pressure'],
  ['sensors', undefined],
  ['sensors.7', undefined],
  ['to', undefined],
])('EX33 the refused field %s names the sensor %s', (field, label) => {
  expect(refusedSensor(field, sensors)).toBe(label)
})
