import { DataType, NodeId, VariantArrayType, type Variant } from 'node-opcua-client'
import { shortestSingle } from '#kit/model/numbers/single-precision.ts'
import { maximumTextLength } from '#kit/model/limits.ts'
import { unrepresentableReason } from '#kit/server/documents/document-json.ts'

/** What a variant says; the reason where it can not be a reading. null: it says nothing. */
export type UnderstoodValue =
  | { readonly value: number | string | boolean | null }
  | { readonly reason: string }

/** The value of a variant as a reading has it; of an array that of one element (`3`, `1,2`). */
export function valueOf(variant: Variant, element?: string): UnderstoodValue {
  const { dataType, arrayType, value, dimensions } = variant
  if (dataType === DataType.Null) return { value: null }
  if (arrayType === VariantArrayType.Scalar)
    return element === undefined ? scalarOf(dataType, value) : { reason: 'is no array' }
  const elements: unknown = value
  if (element === undefined || !isSequence(elements))
    return { reason: 'is an array: choose one of its elements' }
  const position = positionOf(element, dimensions ?? [elements.length])
  if (position === null || position >= elements.length)
    return { reason: `is an array without an element ${element}` }
  return scalarOf(dataType, elements[position])
}

const isSequence = (value: unknown): value is { length: number; [index: number]: unknown } =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)

/** Elements of several dimensions follow each other, the last dimension first. */
function positionOf(element: string, dimensions: readonly number[]): number | null {
  const indexes = element.split(',').map(Number)
  if (indexes.length !== dimensions.length) return null
  let position = 0
  for (const [dimension, index] of indexes.entries()) {
    const size = dimensions[dimension] ?? 0
    if (index >= size) return null
    position = position * size + index
  }
  return position
}

function scalarOf(type: DataType, value: unknown): UnderstoodValue {
  if (value === null || value === undefined) return { value: null }
  if (typeof value === 'boolean') return { value }
  if (typeof value === 'number') return numberOf(type, value)
  if (typeof value === 'string') return textOf(value)
  if (type === DataType.Int64 || type === DataType.UInt64) return wholeOf(type, value)
  if (value instanceof Date) return dateOf(value)
  if (Buffer.isBuffer(value)) return textOf(value.toString('base64'))
  if (type === DataType.ExtensionObject) return structureOf(value)
  return objectOf(type, value)
}

function numberOf(type: DataType, value: number): UnderstoodValue {
  if (!Number.isFinite(value))
    return { reason: `must be a number, a text, a boolean or null, not ${value}` }
  return { value: type === DataType.Float ? shortestSingle(value) : value }
}

function textOf(text: string): UnderstoodValue {
  if (text.length > maximumTextLength)
    return { reason: `text must have at most ${maximumTextLength} characters` }
  return text.isWellFormed() ? { value: text } : { reason: 'text must not hold half a character' }
}

/** The library has whole numbers of 64 bits as two of 32, the high one first. */
function wholeOf(type: DataType, value: unknown): UnderstoodValue {
  if (!Array.isArray(value)) return { reason: 'is a whole number that is not understood' }
  const [high = 0, low = 0] = value.map(Number)
  const unsigned = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
  const whole = type === DataType.Int64 ? BigInt.asIntN(64, unsigned) : unsigned
  const double = Number(whole)
  // Exact, not only read back alike: here the digits are nobody's rounding.
  return BigInt(double) === whole
    ? { value: double }
    : { reason: unrepresentableReason(String(whole)) }
}

/** The earliest time of the protocol stands for none. */
function dateOf(date: Date): UnderstoodValue {
  const time = date.getTime()
  if (!Number.isFinite(time)) return { reason: 'is a time that is not understood' }
  return { value: time <= Date.UTC(1601, 0, 1) ? null : date.toISOString() }
}

function objectOf(type: DataType, value: object): UnderstoodValue {
  switch (type) {
    case DataType.LocalizedText:
      return 'text' in value && typeof value.text === 'string'
        ? textOf(value.text)
        : { value: null }
    case DataType.QualifiedName:
      return 'name' in value && typeof value.name === 'string'
        ? textOf(value.name)
        : { value: null }
    case DataType.StatusCode:
      return 'name' in value ? textOf(String(value.name)) : { reason: 'is no status code' }
    case DataType.NodeId:
    case DataType.ExpandedNodeId:
      return value instanceof NodeId ? textOf(value.toString()) : { reason: 'is no node' }
    default:
      return { reason: `is of the type ${DataType[type] ?? type}, which is not understood` }
  }
}

/** A structure is stored as JSON where its type was read from the server. */
function structureOf(value: object): UnderstoodValue {
  if (value.constructor.name === 'OpaqueStructure')
    return { reason: 'is a structure: choose one of its members, where they are nodes' }
  return textOf(JSON.stringify(value))
}
