import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeLevels, type ChartLevel } from './levels.ts'
import { valueRange } from './value-range.ts'

const level = (value: number): ChartLevel => ({
  ...{ key: String(value), sensorId: 1, value, label: `Limit ${value}`, colour: '--p1' },
})

it('CH40 names of lines stand one below the other, each at its line or below it', () => {
  const values = fc.array(fc.integer({ min: -20, max: 120 }), { maxLength: 12 })
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 20 }), (list, height) => {
      const placed = placeLevels(list.map(level), [0, 100], height, (value) => 100 - value)
      const shown = list.filter((value) => value >= 0 && value <= 100)
      expect(placed.map((one) => one.level.value)).toEqual(
        shown.toSorted((one, other) => other - one),
      )
      for (const [index, { level: one, bottom }] of placed.entries()) {
        expect(bottom).toBeGreaterThanOrEqual(100 - one.value)
        const above = placed[index - 1]
        expect(bottom - (above?.bottom ?? 0)).toBeGreaterThanOrEqual(height)
      }
    }),
  )
})

it('CH40 a line that is near is on the axis, one that is far does not flatten the curve', () => {
  const extremes = { minimum: 40, maximum: 60 }
  const limits = { lower: null, upper: null }
  const [low, high] = valueRange(extremes, limits, [75, 25])
  expect(low).toBeLessThan(25)
  expect(high).toBeGreaterThan(75)
  expect(valueRange(extremes, limits, [500])).toEqual(valueRange(extremes, limits))
})
