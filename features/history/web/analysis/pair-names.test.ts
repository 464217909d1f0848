import { expect, test } from 'vitest'
import { pairNames } from './pair-names.ts'

const flow = { sensor: { alias: 'Flow' }, name: 'Flow · Pump 1' }

test.each([
  [{ sensor: { alias: 'Pressure' }, name: 'Pressure · Pump 1' }, ['Flow', 'Pressure']],
  [{ ...flow, name: 'Flow · Pump 2' }, ['Flow · Pump 1', 'Flow · Pump 2']],
])('HI123 two sensors are distinguished by their names: %#', (other, names) => {
  expect(pairNames(flow, other)).toEqual(names)
})
