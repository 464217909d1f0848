import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import {
  abbreviateNumber,
  formatNumber,
  minusSign,
  numberMarks,
  readNumber,
  thinSpace,
  withoutNoise,
  writeNumber,
} from './number.ts'

/** What has digits left at every count of decimals that is tried. */
const figures = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
  .map((value) => (Math.abs(value) < 1 ? Math.sign(value) + value : value))
const decimals = fc.integer({ min: 0, max: 9 })
const languages = fc.constantFrom(...locales)
const { en, ru, vi } = numberMarks

test('KW1 a number has the marks of its language', () => {
  const written = locales.map((locale) => formatNumber(-1284567.5, 2, numberMarks[locale]))
  expect(written).toEqual(
    ['−1 284 567.50', '−1 284 567,50', '−1 284 567.50', '−1.284.567,50'].map((text) =>
      text.replaceAll(' ', thinSpace),
    ),
  )
})

test('KW1 a number reads back as itself, rounded to its decimals', () => {
  fc.assert(
    fc.property(figures, decimals, languages, (value, count, locale) => {
      const { decimal, group } = numberMarks[locale]
      const plain = formatNumber(value, count, numberMarks[locale])
        .replaceAll(group, '')
        .replace(decimal, '.')
        .replace(minusSign, '-')
      expect(Number(plain)).toBeCloseTo(Number(value.toFixed(count)), 9)
      expect(plain.split('.')[1]?.length ?? 0).toBe(count)
    }),
  )
})

test('KW1 thousands are in groups of three and only the whole part is grouped', () => {
  fc.assert(
    fc.property(figures, decimals, languages, (value, count, locale) => {
      const { decimal, group } = numberMarks[locale]
      const text = formatNumber(value, count, numberMarks[locale]).replace(minusSign, '')
      const [whole = '', fraction = ''] = text.split(decimal)
      const groups = whole.split(group)
      expect(groups[0]).toMatch(/^\d{1,3}$/)
      for (const rest of groups.slice(1)) expect(rest).toMatch(/^\d{3}$/)
      expect(fraction).toMatch(/^\d*$/)
    }),
  )
})

test('KW1 zero has no sign, and what is no number shows as a dash', () => {
  expect(formatNumber(-0, 0, en)).toBe('0')
  expect(formatNumber(-0, 1, en)).toBe('0.0')
  expect(formatNumber(-0.05, 2, ru)).toBe(`${minusSign}0,05`)
  for (const none of [NaN, Infinity, -Infinity]) expect(formatNumber(none, 1, en)).toBe('–')
})

test('KW25 what its decimals would round to zero shows its first digits', () => {
  const written = (values: readonly number[], count: number, marks = en) =>
    values.map((value) => formatNumber(value, count, marks))
  expect(written([0.0000012, 0.0049, -0.004, 0.00096, 5e-324], 2)).toEqual([
    ...['1.2×10⁻⁶', '0.0049', `${minusSign}0.004`, '9.6×10⁻⁴', '4.9×10⁻³²⁴'],
  ])
  expect(written([0.4, -0.4, 0.5], 0)).toEqual(['0.4', `${minusSign}0.4`, '1'])
  expect(written([0.0000012, 0.0049], 2, ru)).toEqual(['1,2×10⁻⁶', '0,0049'])
  expect(written([0.0000012], 7)).toEqual(['0.0000012'])
})

test('KW25 what has more digits than a double is written as a power of ten', () => {
  expect([2 ** 53 - 1, 2 ** 53, 1e21, -1.797_693e308].map((v) => formatNumber(v, 0, en))).toEqual([
    '9 007 199 254 740 991'.replaceAll(' ', thinSpace),
    ...['9.007×10¹⁵', '1×10²¹', `${minusSign}1.798×10³⁰⁸`],
  ])
})

test('KW25 what sums of doubles leave behind of a mean is zero', () => {
  expect(withoutNoise(0.1 + 0.2 - 0.3, 0.3)).toBe(0)
  expect(withoutNoise(1.2e-6, 2e-6)).toBe(1.2e-6)
  expect(withoutNoise(0, 0)).toBe(0)
})

test('KW25 zero alone shows as zero, and every figure is near its value', () => {
  const read = (text: string, { decimal, group }: (typeof numberMarks)['en']) => {
    const plain = text.replaceAll(group, '').replace(decimal, '.').replace(minusSign, '-')
    const power = (raised: string) =>
      `e${raised.replace('⁻', '-').replaceAll(/[^-]/g, (sign) => `${'⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)}`)}`
    return Number(plain.replace(/×10(.*)$/, (_, raised: string) => power(raised)))
  }
  const any = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(fc.oneof(any, figures), decimals, languages, (value, count, locale) => {
      const text = formatNumber(value, count, numberMarks[locale])
      const shown = read(text, numberMarks[locale] as (typeof numberMarks)['en'])
      expect(shown === 0, text).toBe(value === 0)
      expect(text.startsWith(minusSign)).toBe(value < 0)
      const allowed = Math.max(10 ** -count * 0.500_001, Math.abs(value) * 0.06)
      if (Number.isFinite(shown)) expect(Math.abs(shown - value)).toBeLessThanOrEqual(allowed)
      expect(text.length).toBeLessThan(34)
    }),
  )
})

test('KW23 a number is read as people type it, with the mark of their language', () => {
  const typed = ['12.5', '12,5', ' −40 ', '1 250', '1e3', '', '0.125', '0,125']
  for (const locale of locales)
    expect(typed.map((text) => readNumber(text, numberMarks[locale]))).toEqual([
      ...[12.5, 12.5, -40, 1_250, 1_000, null, 0.125, 0.125],
    ])
  expect([readNumber('1,250', ru), readNumber('1,250', vi), readNumber('1.250', en)]).toEqual([
    ...[1.25, 1.25, 1.25],
  ])
})

test('KW23 it does not guess what is no number, or two numbers at once', () => {
  const none = ['x', '1,2,3', '0x10', '1e999', 'NaN', 'Infinity', '--1', '.', '1.2.3']
  for (const locale of locales)
    for (const text of none) expect(readNumber(text, numberMarks[locale]), text).toBeUndefined()
  expect([readNumber('1,000', en), readNumber('-1.250', vi)]).toEqual([undefined, undefined])
})

test('KW23 every number that is in a field is read back as itself', () => {
  const any = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(any, languages, (value, locale) => {
      const marks = numberMarks[locale]
      expect(readNumber(writeNumber(value, marks), marks)).toBe(value === 0 ? 0 : value)
    }),
  )
})

test('KW9 large figures in few signs', () => {
  const figures = [
    0, 7, 999, 1_000, 1_500, 12_340, 999_949, 999_950, 1e6, 2.5e9, 1e12, 3.14e15, 1e18, 1.2e21,
    -12e6, -0.01, 0.04,
  ]
  expect(figures.map((figure) => abbreviateNumber(figure, 1, numberMarks.en))).toEqual([
    ...[
      '0',
      '7',
      '999',
      '1k',
      '1.5k',
      '12.3k',
      '999.9k',
      '1M',
      '1M',
      '2.5G',
      '1T',
      '3.1P',
      '1E',
      `1${thinSpace}200E`,
    ],
    ...[`${minusSign}12M`, '0', '0'],
  ])
  expect(abbreviateNumber(1_284, 0, numberMarks.en)).toBe('1k')
  expect(abbreviateNumber(1e40, 1, numberMarks.en)).toBe('1×10⁴⁰')
  expect(abbreviateNumber(1_284, 3, numberMarks.ru)).toBe('1,284k')
  for (const none of [NaN, Infinity, -Infinity])
    expect(abbreviateNumber(none, 1, numberMarks.en)).toBe('–')
})

test('KW9 an abbreviated figure reads back to the last decimal shown', () => {
  const powers: Readonly<Record<string, number>> = {
    '': 1,
    k: 1e3,
    M: 1e6,
    G: 1e9,
    T: 1e12,
    P: 1e15,
    E: 1e18,
  }
  const anyFigure = fc.oneof(
    figures,
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -9.9e20, max: 9.9e20 }),
  )
  fc.assert(
    fc.property(anyFigure, fc.integer({ min: 0, max: 6 }), (value, decimals) => {
      const text = abbreviateNumber(value, decimals, numberMarks.en)
      const [, figure = '', sign = ''] = /^(\D?[\d.]+)([kMGTPE]?)$/.exec(text) ?? []
      const shown = Number(figure.replace(minusSign, '-'))
      const power = powers[sign] ?? NaN
      expect(Math.abs(shown * power - value)).toBeLessThanOrEqual(
        power * 10 ** -decimals * 0.500_001,
      )
      expect(Math.abs(shown)).toBeLessThan(1000)
      expect(figure).not.toMatch(/\.$|\.\d*0$/)
      if (sign !== '') expect(Math.abs(shown)).toBeGreaterThanOrEqual(1)
    }),
  )
})
