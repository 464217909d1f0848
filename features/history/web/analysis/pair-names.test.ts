import { expect, test } from 'vitest'
import { pairNames } from './pair-names.ts'

const flow = { alias: 'Flow', lesiId: 'PUMP-1', key: 'flow' }

test.each([
  [{ ...flow, alias: 'Pressure', key: 'pressure' }, ['Flow', 'Pressure']],
  [{ ...flow, lesiId: 'PUMP-2' }, ['Flow · PUMP-1', 'Flow · PUMP-2']],
  [{ ...flow, key: 'flow2' }, ['Flow · flow', 'Flow · flow2']],
])('HI123 two sensors are distinguished by their names: %#', (other, names) => {
  expect(pairNames(flow, other)).toEqual(names)
})
