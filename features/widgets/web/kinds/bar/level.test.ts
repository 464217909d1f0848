import { expect, test } from 'vitest'
import type { RailScale } from '#kit/ui/values/limits-rail.tsx'
import { namedPlaces, originOf } from './level.tsx'

const scale = (part: Partial<RailScale>): RailScale => ({
  ...{ low: 0, high: 100, lowerLimit: null, upperLimit: null },
  ...part,
})

test('WD25 a bar grows from zero where it is on the scale, else from the end nearer to it', () => {
  expect(originOf(scale({ low: -40 }))).toBe(0)
  expect(originOf(scale({ low: 20 }))).toBe(20)
  expect(originOf(scale({ low: -50, high: -10 }))).toBe(-10)
})

test('WD25 limits are written first, then the ends of the scale; no figure lies on another', () => {
  const values = (part: Partial<RailScale>) => namedPlaces(scale(part)).map(({ value }) => value)
  expect(values({})).toEqual([0, 100])
  expect(values({ lowerLimit: 20, upperLimit: 80 })).toEqual([0, 20, 80, 100])
  expect(values({ lowerLimit: 13, upperLimit: 87 })).toEqual([13, 87])
  expect(values({ lowerLimit: 40, upperLimit: 50 })).toEqual([0, 40, 100])
  expect(values({ upperLimit: 97 })).toEqual([0, 97])
  // One at an end stands inside of it, and reaches nearer to its neighbour.
  expect(values({ upperLimit: 82 })).toEqual([0, 82])
  expect(values({ lowerLimit: 18, upperLimit: 80 })).toEqual([18, 80, 100])
})
