import type { Locale } from '#kit/model/locale.ts'

/** Between thousands: a narrow space that does not break the line. */
export const thinSpace = '\u202f'
/** The true minus sign, as wide as a plus. */
export const minusSign = '\u2212'
/** Stands where there is no figure. */
export const noFigure = '–'

/** What a language writes before the decimals of a number, and between its thousands. */
export interface NumberMarks {
  readonly decimal: '.' | ','
  readonly group: '.' | typeof thinSpace
}

export const numberMarks: Readonly<Record<Locale, NumberMarks>> = {
  en: { decimal: '.', group: thinSpace },
  ru: { decimal: ',', group: thinSpace },
  'zh-TW': { decimal: '.', group: thinSpace },
  vi: { decimal: ',', group: '.' },
}

/** Digits shown of what is too small for its decimals, and of what is too large for digits. */
const smallDigits = 2
const largeDigits = 4
/** Below it a small figure is a power of ten rather than a row of zeros. */
const minimumPlain = 0.001

/**
 * A figure with a fixed count of decimals in the marks of a language, thousands in groups and a
 * true minus: `1 284.50`, `−3,0`. Zero alone shows as zero: what its decimals would round to zero
 * has its first two digits, down to a thousandth as `0.0049`, below as `1.2×10⁻⁶`. Beyond 2^53,
 * where the last digits of a double mean nothing, four digits: `1.798×10³⁰⁸`. What is not a finite
 * number becomes an en dash.
 */
export function formatNumber(value: number, decimals: number, marks: NumberMarks): string {
  if (!Number.isFinite(value)) return noFigure
  const sign = value < 0 ? minusSign : ''
  return sign + formatMagnitude(Math.abs(value), decimals, marks)
}

function formatMagnitude(value: number, decimals: number, marks: NumberMarks): string {
  if (value > Number.MAX_SAFE_INTEGER) return powerOfTen(value, largeDigits, marks)
  if (value === 0 || !showsAsZero(value, decimals)) return withMarks(value.toFixed(decimals), marks)
  if (value < minimumPlain) return powerOfTen(value, smallDigits, marks)
  return withMarks(String(Number(value.toPrecision(smallDigits))), marks)
}

/** Whether nothing but zeros is left of a value with so many decimals. */
export function showsAsZero(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === 0
}

/** Sums of doubles are so much of their parts beside the truth, at most. */
const roundingNoise = 1e-12

/**
 * A mean or a difference of figures as large as `scale`: zero where it is no more than what the
 * sums of doubles leave behind.
 */
export function withoutNoise(value: number, scale: number): number {
  return Math.abs(value) <= scale * roundingNoise ? 0 : value
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** `1.2×10⁻⁶`: at most `digits` digits, without zeros at their end. */
function powerOfTen(value: number, digits: number, marks: NumberMarks): string {
  const [figure = '', power = ''] = value.toExponential(digits - 1).split('e')
  const exponent = power
    .replace('+', '')
    .replace('-', '⁻')
    .replaceAll(/\d/g, (digit) => raised[Number(digit)] ?? '')
  return `${withMarks(String(Number(figure)), marks)}×10${exponent}`
}

/** Gives a plain figure such as `1284.50` the marks of a language. */
function withMarks(digits: string, { decimal, group }: NumberMarks): string {
  const [whole = '0', fraction] = digits.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return grouped + (fraction === undefined ? '' : decimal + fraction)
}

const abbreviations = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/**
 * A large figure in few signs: `950`, `1.5k`, `−12M`, `1E`. At most `decimals` decimals, without
 * zeros at their end; a figure that rounds up to a thousand takes the next sign.
 */
export function abbreviateNumber(value: number, decimals: number, marks: NumberMarks): string {
  if (!Number.isFinite(value)) return noFigure
  let figure = Number(Math.abs(value).toFixed(decimals))
  let power = 0
  while (figure >= 1000 && power < abbreviations.length - 1) {
    power += 1
    figure = Number((Math.abs(value) / 1000 ** power).toFixed(decimals))
  }
  const sign = value < 0 && figure > 0 ? minusSign : ''
  if (figure > Number.MAX_SAFE_INTEGER) return formatNumber(value, decimals, marks)
  const digits = figure
    .toFixed(decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  return sign + withMarks(digits, marks) + abbreviations[power]
}

/** A number as it is in a field to be edited: all of its digits, none grouped. */
export function writeNumber(value: number, { decimal }: NumberMarks): string {
  return String(value).replace('.', decimal)
}

const thousands = { '.': /^[+-]?[1-9]\d{0,2}\.\d{3}$/, ',': /^[+-]?[1-9]\d{0,2},\d{3}$/ }
const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * A number as a person types it: with the decimal mark of the language, or the other one; null for
 * nothing, undefined for what is no finite number, or could be meant in two ways (`1,000` where the
 * comma is not the language's own).
 */
export function readNumber(
  text: string,
  { decimal, group }: NumberMarks,
): number | null | undefined {
  const plain = text
    .trim()
    .replaceAll(/[\s\u00a0\u2009\u202f]/g, '')
    .replace(minusSign, '-')
  if (plain === '') return null
  const other = decimal === '.' ? ',' : '.'
  const isThousands = (other === ',' || other === group) && thousands[other].test(plain)
  if (isThousands) return undefined
  const written = plain.replace(',', '.')
  const value = plainNumber.test(written) ? Number(written) : NaN
  return Number.isFinite(value) ? value : undefined
}
