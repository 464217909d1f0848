import { maximumTextLength } from '#kit/model/limits.ts'
import { qualityCode } from '#kit/model/quality.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { unguarded } from '#kit/model/spreadsheet-text.ts'
import { isRepresentable } from '#kit/server/documents/document-json.ts'
import type { Refusal } from '../../contract/outcome.ts'
import type { Cell } from './row.ts'

/** Words for qualities, as exports in each language have or had them, and their numbers. */
const words: Readonly<Record<string, number>> = Object.fromEntries([
  ...['good', 'достоверное', 'хорошее', 'tốt', '良好', '0'].map((word) => [word, qualityCode.good]),
  ...['uncertain', 'сомнительное', 'không chắc chắn', '不確定', '1'].map((word) => [
    word,
    qualityCode.uncertain,
  ]),
  ...['bad', 'недостоверное', 'плохое', 'xấu', '不良', '2'].map((word) => [word, qualityCode.bad]),
]) as Record<string, number>

/** The number of a quality (0 good, 1 uncertain, 2 bad) that a word stands for. */
export const qualityOf = (word: string): number | undefined => words[word.trim().toLowerCase()]

const plain = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const grouped = /^[+-]?\d{1,3}([ \u00a0\u202f’']\d{3})+(\.\d*)?$/
const none = /^[+-]?(nan|inf|infinity|∞)$/i
/** Digits with another decimal sign, or parted in another way, than was stated of the file. */
const otherNumber = /^[+-]?[\d.,'’\s\u00a0\u202f]*\d[\d.,'’\s\u00a0\u202f]*$/

export type ReadValue = { readonly value: number | string } | { readonly reason: Refusal }

/** A number as it is written with this decimal sign. */
export function numberIn(written: string, decimal: '.' | ','): ReadValue {
  let text = written.trim()
  if (decimal === ',') {
    if (text.includes('.')) return { reason: 'not_a_number' }
    text = text.replace(',', '.')
  }
  if (grouped.test(text)) text = text.replaceAll(/[ \u00a0\u202f’']/g, '')
  if (!plain.test(text)) return { reason: none.test(text) ? 'not_finite' : 'not_a_number' }
  const value = Number(text)
  if (!Number.isFinite(value)) return { reason: 'not_finite' }
  return isStorable(text.replace(/^\+/, ''), value) ? { value } : { reason: 'rounded' }
}

/** Whether the double `value` is what `written` says: no whole number is rounded, none to zero. */
export function isStorable(written: string, value: number): boolean {
  const isZero = value === 0 && !/^[^e]*[1-9]/i.test(written)
  return (value !== 0 || isZero) && isRepresentable(written, value)
}

export type ValueSensor = Pick<Sensor, 'type' | 'isNew'>

/**
 * The value of a cell as its sensor stores it: a number in the sensor's unit, a text for text
 * sensors, either for lamps, detectors and sensors that nobody has looked at. `isGuarded`: in CSV
 * an apostrophe is before what a spreadsheet would compute.
 */
export function valueOf(
  cell: string | number,
  { type, isNew }: ValueSensor,
  { decimal, isGuarded }: { readonly decimal: '.' | ','; readonly isGuarded: boolean },
): ReadValue {
  if (typeof cell === 'number') return { value: type === 'string' ? String(cell) : cell }
  const text = isGuarded ? unguarded(cell) : cell
  if (text.length > maximumTextLength) return { reason: 'text_too_long' }
  if (type === 'string') return { value: text }
  const number = numberIn(text, decimal)
  // The type of a sensor that nobody has looked at is a proposal; yet a number is no word.
  const mayBeText = (isNew && !otherNumber.test(text)) || type === 'lamp' || type === 'detector'
  if ('reason' in number && number.reason === 'not_a_number' && mayBeText) return { value: text }
  return number
}

/** Whether nothing is in the cell. */
export const isEmpty = (cell: Cell | undefined): cell is null | undefined | '' =>
  cell === null || cell === undefined || cell === ''

/** Whether nothing but blanks is in the cell. */
export const isBlank = (cell: Cell | undefined): boolean =>
  isEmpty(cell) || (typeof cell === 'string' && cell.trim() === '')
