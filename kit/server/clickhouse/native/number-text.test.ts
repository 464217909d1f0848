import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maximumNumberBytes, writeDoubles, writeWholes } from './number-text.ts'

const textOf = (write: typeof writeWholes, numbers: readonly number[]) => {
  const target = new Uint8Array(numbers.length * maximumNumberBytes)
  const end = write(target, 0, Float64Array.from(numbers))
  return Buffer.from(target.subarray(0, end)).toString('latin1')
}
/** As JSON has it, which knows no other zero. */
const json = (number: number) =>
  Object.is(number, -0) ? '-0' : Number.isFinite(number) ? String(number) : 'null'
const lines = (numbers: readonly number[]) => numbers.map((number) => `${json(number)},`).join('')

/** As sensors send them: of some decimals, with neighbours that have more or fewer. */
const decimals = fc
  .tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), fc.nat(10))
  .map(([digits, places]) => digits / 10 ** places)
const odd = [0, -0, 0.1 + 0.2, 2 ** 31 / 10, 214_748_364.7, 1e15, 1e-7, 1.7e308, 5e-324, 99.5]

it('QU15 every number is written as a short text that is read as the same one', () => {
  const any = fc.array(fc.oneof(decimals, fc.double(), fc.constantFrom(...odd)))
  fc.assert(
    fc.property(any, (numbers) => {
      const text = textOf(writeDoubles, numbers)
      const read: unknown = JSON.parse(`[${text.slice(0, -1)}]`)
      expect(read).toEqual(numbers.map((number) => (Number.isFinite(number) ? number : null)))
      // Of a few millionths the digits are written out.
      const isUsual = numbers.every((number) => number === 0 || Math.abs(number) >= 1e-6)
      if (isUsual) expect(text).toBe(lines(numbers))
    }),
    { numRuns: 2_000 },
  )
})

it('QU15 whole numbers have their digits, whatever was written before', () => {
  const times = fc
    .tuple(fc.maxSafeInteger(), fc.array(fc.nat(3_000_000)))
    .map(([first, steps]) => [first, ...steps.map((step) => first + step)])
  const few = fc.array(fc.integer({ min: -1_001_000, max: 1_001_000 }))
  const safe = fc
    .oneof(times, few, fc.array(fc.maxSafeInteger()))
    .filter((numbers) => numbers.every(Number.isSafeInteger))
  fc.assert(
    fc.property(safe, (numbers) => {
      expect(textOf(writeWholes, numbers)).toBe(
        lines(numbers.map((number) => (number === 0 ? 0 : number))),
      )
    }),
    { numRuns: 2_000 },
  )
})
