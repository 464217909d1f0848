import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTip, tips } from './tips.ts'

test('AB3 the next tip is any other one', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom(...tips), chance, (shown, at) => {
      expect(nextTip(shown, () => at)).not.toBe(shown)
    }),
  )
  const met = new Set(tips.map((_, place) => nextTip(null, () => place / tips.length)))
  expect(met.size).toBe(tips.length)
})
