import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readEnd } from './read-end.ts'

it('WD9 reads the end of a scale as people write numbers', () => {
  expect(['12.5', '12,5', ' −40 ', '1 250', '1e3', ''].map(readEnd)).toEqual([
    12.5,
    12.5,
    -40,
    1_250,
    1_000,
    null,
  ])
})

it('WD9 does not guess what is no number, or two numbers at once', () => {
  for (const text of ['x', '1,000', '1,2,3', '0x10', '1e999', 'NaN', 'Infinity', '--1', '.'])
    expect(readEnd(text), text).toBeUndefined()
})

it('WD9 reads back every number that it shows', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(readEnd(String(value))).toBe(value === 0 ? Number(String(value)) : value)
    }),
  )
})
