import { expect, test } from 'vitest'
import { memberNames } from './member-names.ts'

const devices: Record<string, string> = { 'P-1': 'Pump 1', 'P-2': 'Pump 2', 'P-3': 'Pump 2' }
const called = (...sensors: readonly (readonly [lesiId: string, key: string, alias: string])[]) =>
  memberNames(
    sensors.map(([lesiId, key, alias], id) => ({ id, lesiId, key, alias })),
    (lesiId) => devices[lesiId] ?? lesiId,
  )

test('HI152 sensors of one device are called by themselves, by their keys where alike', () => {
  expect(called(['P-1', 'flow', 'Flow'], ['P-1', 'lamp', 'Lamp'])).toEqual(['Flow', 'Lamp'])
  const alike = called(['P-1', 'a', 'Flow'], ['P-1', 'b', 'Flow'], ['P-1', 'lamp', 'Lamp'])
  expect(alike).toEqual(['Flow · a', 'Flow · b', 'Lamp'])
})

test('HI152 sensors of several devices are called with them, by their ids where alike', () => {
  expect(called(['P-1', 'flow', 'Flow'], ['P-2', 'lamp', 'Lamp'])).toEqual([
    ...['Flow · Pump 1', 'Lamp · Pump 2'],
  ])
  expect(called(['P-1', 'flow', 'Flow'], ['P-2', 'flow', 'Flow'], ['P-3', 'flow', 'Flow'])).toEqual(
    ['Flow · Pump 1', 'Flow · Pump 2 · P-2 flow', 'Flow · Pump 2 · P-3 flow'],
  )
})
