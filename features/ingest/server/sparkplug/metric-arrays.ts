import { shortestSingle } from '#kit/model/numbers/single-precision.ts'
import { asDouble } from './numbers.ts'
import { timeText } from './scalars.ts'

type Element = number | string | boolean | null | { readonly reason: string }
type Read = (bytes: DataView, at: number) => Element

interface ElementType {
  readonly bytes: number
  readonly read: Read
}

const firstArray = 22
const lastArray = 34
const booleans = 32
const texts = 33
const dateTimes = 34

/** What is behind each other, least byte first, by the number of the array's type. */
const elementTypes: Readonly<Record<number, ElementType>> = {
  22: { bytes: 1, read: (view, at) => view.getInt8(at) },
  23: { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  24: { bytes: 4, read: (view, at) => view.getInt32(at, true) },
  25: { bytes: 8, read: (view, at) => asDouble(view.getBigInt64(at, true)) },
  26: { bytes: 1, read: (view, at) => view.getUint8(at) },
  27: { bytes: 2, read: (view, at) => view.getUint16(at, true) },
  28: { bytes: 4, read: (view, at) => view.getUint32(at, true) },
  29: { bytes: 8, read: (view, at) => asDouble(view.getBigUint64(at, true)) },
  30: { bytes: 4, read: (view, at) => finite(shortestSingle(view.getFloat32(at, true))) },
  31: { bytes: 8, read: (view, at) => finite(view.getFloat64(at, true)) },
  [dateTimes]: { bytes: 8, read: (view, at) => timeText(Number(view.getBigInt64(at, true))) },
}

const finite = (value: number) => (Number.isFinite(value) ? value : null)

/** Whether values of this type are arrays. */
export const isArrayType = (datatype: number | undefined): datatype is number =>
  datatype !== undefined && datatype >= firstArray && datatype <= lastArray

/**
 * The elements of an array, as Sparkplug packs them; the reason where the bytes are none of its
 * type, or a whole number is beyond what a double holds.
 */
export function readArray(
  bytes: Uint8Array,
  datatype: number,
): readonly unknown[] | { readonly reason: string } {
  if (datatype === booleans) return readBooleans(bytes)
  if (datatype === texts) return readTexts(bytes)
  const type = elementTypes[datatype]
  if (!type || bytes.length % type.bytes !== 0) return noArray
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const elements: unknown[] = []
  for (let at = 0; at < bytes.length; at += type.bytes) {
    const element = type.read(view, at)
    if (typeof element === 'object' && element !== null) return element
    elements.push(element)
  }
  return elements
}

/** How many, in four bytes, and then a bit for each, the highest of a byte first. */
function readBooleans(bytes: Uint8Array): readonly boolean[] | { readonly reason: string } {
  if (bytes.length < 4) return noArray
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  if (bytes.length !== 4 + Math.ceil(count / 8)) return noArray
  return Array.from(
    { length: count },
    (_, index) => (((bytes[4 + (index >> 3)] ?? 0) >> (7 - (index % 8))) & 1) === 1,
  )
}

/** A zero ends each. */
function readTexts(bytes: Uint8Array): readonly string[] | { readonly reason: string } {
  if (bytes.length > 0 && bytes.at(-1) !== 0) return noArray
  try {
    const all = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return all.split('\0').slice(0, -1)
  } catch {
    return noArray
  }
}

const noArray = { reason: 'is no array of its type' }
