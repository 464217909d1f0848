import fc from 'fast-check'
import { expect, test } from 'vitest'
import { badValue, markedText, unmarkedText } from '#kit/model/bad-text.ts'
import { guarded, unguarded } from '#kit/model/spreadsheet-text.ts'
import { numberIn, qualityOf, valueOf } from './values.ts'

test.each([
  ['12.5', '.', { value: 12.5 }],
  ['-0.5e-3', '.', { value: -0.0005 }],
  ['+7', '.', { value: 7 }],
  [' 3 ', '.', { value: 3 }],
  ['12,5', ',', { value: 12.5 }],
  ['1 234 567,5', ',', { value: 1_234_567.5 }],
  ['1\u00a0234', '.', { value: 1234 }],
  ['12,5', '.', { reason: 'not_a_number' }],
  ['1.234,5', ',', { reason: 'not_a_number' }],
  ['0x10', '.', { reason: 'not_a_number' }],
  ['=1+1', '.', { reason: 'not_a_number' }],
  ['NaN', '.', { reason: 'not_finite' }],
  ['-inf', '.', { reason: 'not_finite' }],
  ['1e999', '.', { reason: 'not_finite' }],
  ['1e-400', '.', { reason: 'rounded' }],
  ['-0.5e-999', '.', { reason: 'rounded' }],
  ['0e-400', '.', { value: 0 }],
  ['-0.00', '.', { value: -0 }],
  ['9007199254740993', '.', { reason: 'rounded' }],
  ['9007199254740992', '.', { value: 9_007_199_254_740_992 }],
] as const)('IM4 %s with the decimal sign %s', (text, decimal, expected) => {
  expect(numberIn(text, decimal)).toEqual(expected)
})

test('IM4 every number comes back as it was written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (drawn) => {
      const value = drawn + 0
      expect(numberIn(String(value), '.')).toEqual({ value })
      expect(numberIn(String(value).replace('.', ','), ',')).toEqual({ value })
    }),
  )
})

test('IM4 every text comes back that an export has guarded', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string().map((rest) => `'=${rest}`),
    fc.constant("''=1"),
  )
  fc.assert(fc.property(text, (each) => unguarded(guarded(each)) === each))
})

test('IM4 a number with another decimal sign is refused, also of a sensor that is new', () => {
  const form = { decimal: '.', isGuarded: true } as const
  for (const text of ['12,5', '-1.234,5', "1'234,5", '1.2.3'])
    expect(valueOf(text, { type: 'analog', isNew: true }, form)).toEqual({ reason: 'not_a_number' })
  for (const text of ['RUN', '=1+1', '12:30', '-', 'n/a'])
    expect(valueOf(text, { type: 'analog', isNew: true }, form)).toEqual({ value: text })
  expect(valueOf('12,5', { type: 'string', isNew: true }, form)).toEqual({ value: '12,5' })
})

test('IM2 bad values of exports are known in each language', () => {
  const form = { decimal: '.', isGuarded: true } as const
  for (const word of ['bad', 'недостоверное', 'плохое', 'xấu', '不良']) {
    expect(qualityOf(word)).toBe(2)
    expect(badValue(word)).toEqual({ value: null })
    expect(badValue(`${word} (99)`)).toEqual({ value: '99' })
  }
  expect(badValue('badly')).toBeNull()
  expect(valueOf('12', { type: 'string', isNew: true }, form)).toEqual({ value: '12' })
  expect(valueOf('RUN', { type: 'lamp', isNew: false }, form)).toEqual({ value: 'RUN' })
})

test('EX50 IM2 every text comes back that a file marks as no bad value', () => {
  const odd = fc.stringMatching(/^'{0,3}(bad|недостоверное|плохое|xấu|不良)?( \(.{0,3}\)?)?$/u)
  fc.assert(
    fc.property(fc.oneof(fc.string(), odd), (text) => {
      expect(badValue(markedText(text))).toBeNull()
      expect(unmarkedText(markedText(text))).toBe(text)
    }),
  )
})

test('IM4 what is nearly a number costs no more than its length', () => {
  const digits = '1'.repeat(100_000)
  const begin = performance.now()
  expect(numberIn(`${digits}x`, '.')).toEqual({ reason: 'not_a_number' })
  expect(guarded(`-${digits}x`)).toBe(`'-${digits}x`)
  expect(performance.now() - begin).toBeLessThan(2_000)
})
