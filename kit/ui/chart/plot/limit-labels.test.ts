import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeLabels } from './limit-labels.ts'

it('CH11 labels of limits are at their lines, none over another and none outside', () => {
  const room = 200
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: room }), { maxLength: 2 }), (ends) => {
      const lines = ends.toSorted((one, other) => one - other)
      const tops = placeLabels(lines, 26, room)
      expect(tops).toHaveLength(lines.length)
      for (const [index, top] of tops.entries()) {
        expect(top).toBeGreaterThanOrEqual(0)
        expect(top).toBeLessThanOrEqual(room - 26)
        expect(top).toBeGreaterThanOrEqual((tops[index - 1] ?? -26) + 26)
        expect(Math.abs(top + 13 - (lines[index] ?? 0))).toBeLessThanOrEqual(39)
      }
    }),
  )
  expect(placeLabels([50, 150], 26, room)).toEqual([37, 137])
  expect(placeLabels([100, 100], 26, room)).toEqual([74, 100])
})
