import { maximumTextLength } from '#kit/model/limits.ts'
import { copyOf } from './copy-of.ts'
import { isRepresentable, unrepresentableReason } from '#kit/server/documents/document-json.ts'

/** A field's value; the reason where it is none. */
export type FieldValue =
  | { readonly value: number | string; readonly isBoolean?: true }
  | { readonly reason: string }

// Each digit fits in one place alone: what a device sends may be megabytes of them.
const decimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const whole = /^-?\d+$/
const trueWords = new Set(['t', 'T', 'true', 'True', 'TRUE'])
const falseWords = new Set(['f', 'F', 'false', 'False', 'FALSE'])

/** Reads a value that is no text: a number, a whole number with i or u, or true or false. */
export function readPlainValue(source: string): FieldValue {
  const last = source.charCodeAt(source.length - 1)
  const isInteger = last === letterI || last === letterU
  const digits = isInteger ? source.slice(0, -1) : source
  if (!(isInteger ? whole : decimal).test(digits)) return readWord(source)
  if (last === letterU && digits.startsWith('-'))
    return { reason: `${shown(source)} is negative and marked as unsigned` }
  const value = Number(digits)
  if (!Number.isFinite(value)) return { reason: `${shown(source)} is beyond what a double holds` }
  if (!isRepresentable(digits, value)) return { reason: unrepresentableReason(digits) }
  return isInteger && isBeyond(value, last)
    ? { reason: `${shown(source)} is beyond what its type holds, ${typeNames[last]}` }
    : { value }
}

/** Reads what is between the quotation marks of a text. */
export function readText(source: string): FieldValue {
  const value = source.includes('\\') ? source.replaceAll(/\\(["\\])/g, '$1') : source
  if (value.length > maximumTextLength)
    return { reason: `text must have at most ${maximumTextLength} characters` }
  return value.isWellFormed()
    ? { value: copyOf(value) }
    : { reason: 'text must not hold half a character' }
}

const letterI = 0x69
const letterU = 0x75
const typeNames: Readonly<Record<number, string>> = {
  [letterI]: 'a whole number of 64 bits',
  [letterU]: 'an unsigned whole number of 64 bits',
}

const isBeyond = (value: number, letter: number) =>
  letter === letterU ? value >= 2 ** 64 : value >= 2 ** 63 || value < -(2 ** 63)

function readWord(source: string): FieldValue {
  if (trueWords.has(source)) return { value: 1, isBoolean: true }
  if (falseWords.has(source)) return { value: 0, isBoolean: true }
  return { reason: notAValue(source) }
}

function notAValue(source: string): string {
  return source === ''
    ? 'has no value'
    : `${shown(source)} is not a value: a number, true or false, or a text between quotation marks`
}

function shown(source: string): string {
  return source.length > 40 ? `${source.slice(0, 40)}…` : source
}
