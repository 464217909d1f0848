import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisOf, drawnPlaceIn, noLimits } from './axis.ts'
import { beyondOf } from './plot-curve.tsx'

test('WD63 every value of a plot has a place within its axis', () => {
  const extremes = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e308, 2 ** 53, -0, 0]
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(...extremes),
  )
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (values) => {
      const curve = { values, times: values.map((_, index) => index), gapMs: 1, bad: [] }
      const axis = axisOf([curve], 0, noLimits, 4)
      if (axis === null) return
      const places = values.map((value) => drawnPlaceIn(axis, value))
      expect(places.every((place) => place >= 0 && place <= 1)).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

test('WD63 where a line crosses a limit is a time, between the greatest numbers too', () => {
  const curve = { values: [-1.7e308, 1.7e308], times: [0, 10], gapMs: 60, bad: [] }
  const limits = { lower: null, upper: 1.02e308 }
  const { times } = beyondOf({ ...curve, ...limits, side: 0, hasEnded: false })
  expect(Array.from(times, Math.round)).toEqual([8, 10])
})
