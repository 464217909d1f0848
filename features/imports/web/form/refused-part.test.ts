import { expect, test } from 'vitest'
import { long, wide } from '#testing/sites/import-site.ts'
import { refusedPart } from './refused-part.ts'

const head = ['time', 'Flow', ' ']
const columns = wide([
  ['PUMP-1', 1],
  ['PUMP-2', 2],
])
const names = long({
  names: [
    { device: 'Pump', name: 'flow', thing: 'PUMP-1', sensor: 'flow' },
    { device: '', name: 'level', thing: 'PUMP-1', sensor: 'level' },
  ],
})

test.each([
  ['mapping.shape.columns.0', columns, 'Flow'],
  ['mapping.shape.columns.0.sensor', columns, 'Flow'],
  ['mapping.shape.columns.1', columns, 2],
  ['mapping.shape.columns.9', columns, null],
  ['mapping.timezone', columns, null],
  ['mapping.shape.names.0', names, 'Pump · flow'],
  ['mapping.shape.names.1', names, 'level'],
] as const)('IM16 the refused field %s names its column or name', (field, mapping, part) => {
  expect(refusedPart(field, mapping, { head })).toBe(part)
})
