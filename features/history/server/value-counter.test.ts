import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ValueCounter } from './value-counter.ts'

const decimals = fc
  .tuple(fc.integer({ min: -70_000, max: 70_000 }), fc.constantFrom(1, 10, 100, 1_000))
  .map(([digits, power]) => digits / power)
/** Places of their own have those of the first piece and its neighbours. */
const near = fc.integer({ min: 4_900, max: 5_100 }).map((digits) => digits / 100)
const odd = fc.constantFrom(0, -0, 1e17, 1e17 + 16, 1e300, -1.7e308, 1.7e308, 5e-324, 0.1 + 0.2)
const anyValue = fc.oneof(
  { weight: 4, arbitrary: decimals },
  odd,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const others = fc.array(fc.array(fc.oneof(near, anyValue), { maxLength: 40 }), { maxLength: 6 })

it('HI163 values are counted whatever they are, in whichever pieces they come', () => {
  fc.assert(
    fc.property(fc.array(near, { maxLength: 60 }), others, (first, rest) => {
      const pieces = [first, ...rest]
      const counter = new ValueCounter(10_000)
      const expected = new Map<number, number>()
      for (const piece of pieces) {
        counter.add(Float64Array.from(piece))
        for (const value of piece) expected.set(value + 0, (expected.get(value + 0) ?? 0) + 1)
      }
      const { values, numbers } = counter.counted()
      const sorted = [...expected].toSorted(([one], [other]) => one - other)
      expect([...values].map((value, at) => [value, numbers[at]])).toEqual(sorted)
    }),
    { numRuns: 2_000 },
  )
})

it('HI163 more different values than are counted are said to be too many', () => {
  const counted = (length: number, step: number) => {
    const counter = new ValueCounter(100)
    counter.add(Float64Array.from({ length }, (_, index) => index * step))
    return counter.isFull
  }
  expect([counted(100, 0.5), counted(101, 0.5), counted(101, Math.PI)]).toEqual([
    ...[false, true, true],
  ])
})
