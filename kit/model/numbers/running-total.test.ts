import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gainOf } from './running-total.ts'

const plain = { wrapAt: null, offset: 0 }

test('CA23 a total that falls was reset, or came around where its counter begins again', () => {
  expect(gainOf(10, 14, plain)).toBe(4)
  expect(gainOf(14, 3, plain)).toBe(3)
  expect(gainOf(65_530, 4, { wrapAt: 65_536, offset: 0 })).toBe(10)
  expect(gainOf(900, 4, { wrapAt: 65_536, offset: 0 })).toBe(4)
  expect(gainOf(1_200, 1_005, { wrapAt: null, offset: 1_000 })).toBe(5)
  expect(gainOf(1_200, 1_000, { wrapAt: null, offset: 1_000 })).toBe(0)
  // It was reset to less than it began with, and was beyond where it begins again.
  expect(gainOf(1_200, 7, { wrapAt: null, offset: 1_000 })).toBe(7)
  expect(gainOf(1_500, 4, { wrapAt: 1_000, offset: 0 })).toBe(4)
  expect(gainOf(600, 100, { wrapAt: 1_000, offset: 0 })).toBe(100)
})

test('CA23 a counter that comes around gains what it counted, never less than nothing', () => {
  const wrapAt = 1_000
  const steps = fc.array(fc.nat(499), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(fc.nat(999), steps, (start, gains) => {
      let total = start
      const values = [start, ...gains.map((gain) => (total += gain) % wrapAt)]
      const counted = values
        .slice(1)
        .map((value, index) => gainOf(values[index] ?? NaN, value, { wrapAt, offset: 0 }))
      expect(counted).toEqual(gains)
    }),
  )
})
