import { expect, test } from 'vitest'
import type { RailScale } from '#kit/ui/values/limits-rail.tsx'
import { namedLimits, originOf } from './level.tsx'

const scale = (part: Partial<RailScale>): RailScale => ({
  ...{ low: 0, high: 100, lowerLimit: null, upperLimit: null },
  ...part,
})

test('WD25 a bar grows from zero where it is on the scale, else from the end nearer to it', () => {
  expect(originOf(scale({ low: -40 }))).toBe(0)
  expect(originOf(scale({ low: 20 }))).toBe(20)
  expect(originOf(scale({ low: -50, high: -10 }))).toBe(-10)
})

test('WD25 no figure of a limit lies on another one', () => {
  expect(namedLimits(scale({ lowerLimit: 20, upperLimit: 80 }))).toEqual([20, 80])
  expect(namedLimits(scale({ lowerLimit: 5, upperLimit: 80 }))).toEqual([80])
  expect(namedLimits(scale({ lowerLimit: 40, upperLimit: 50 }))).toEqual([40])
  expect(namedLimits(scale({ upperLimit: 97 }))).toEqual([])
})
