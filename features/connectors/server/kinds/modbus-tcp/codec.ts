import { shortestSingle } from '#kit/model/numbers/single-precision.ts'
import type { Quality } from '#kit/model/quality.ts'
import type { ByteOrder, ModbusPoint } from '../../../contract/kinds/modbus-tcp.ts'

/** What the bytes of a point say. */
export interface PointValue {
  readonly value: number | string | boolean | null
  readonly quality: Quality
}

type Shape = Pick<ModbusPoint, 'type' | 'order' | 'bit'>

/** `registers`: the bytes of the registers of the point, as they came. */
export function decodeRegisters({ type, order, bit }: Shape, registers: Uint8Array): PointValue {
  const bytes = type === 'string' ? inTextOrder(order, registers) : inOrder(order, registers)
  if (type === 'string') return { value: textOf(bytes), quality: 'good' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (type) {
    case 'bit':
      return { value: ((view.getUint16(0) >> bit) & 1) === 1, quality: 'good' }
    case 'int16':
      return { value: view.getInt16(0), quality: 'good' }
    case 'uint16':
      return { value: view.getUint16(0), quality: 'good' }
    case 'int32':
      return { value: view.getInt32(0), quality: 'good' }
    case 'uint32':
      return { value: view.getUint32(0), quality: 'good' }
    case 'int64':
      return wholeNumber(view.getBigInt64(0))
    case 'uint64':
      return wholeNumber(view.getBigUint64(0))
    case 'float32':
      return realNumber(shortestSingle(view.getFloat32(0)))
    case 'float64':
      return realNumber(view.getFloat64(0))
  }
}

/**
 * The bytes of the registers that hold this value; throws a RangeError for one that the type cannot
 * hold. Texts are not written.
 */
export function encodeRegisters({ type, order, bit }: Shape, value: number): Uint8Array {
  const isReal = type === 'float32' || type === 'float64'
  // A buffer would cut a fraction off without a word, and write infinity for what is too great.
  const isHeld = isReal
    ? Number.isFinite(type === 'float32' ? Math.fround(value) : value)
    : Number.isInteger(value)
  if (!isHeld) throw new RangeError(`${value} does not fit into ${type}`)
  const bytes = Buffer.alloc(type in bytesOfType ? bytesOfType[type as WritableType] : 0)
  switch (type) {
    case 'int16':
      bytes.writeInt16BE(value)
      break
    case 'uint16':
      bytes.writeUInt16BE(value)
      break
    case 'int32':
      bytes.writeInt32BE(value)
      break
    case 'uint32':
      bytes.writeUInt32BE(value)
      break
    case 'int64':
      bytes.writeBigInt64BE(BigInt(value))
      break
    case 'uint64':
      bytes.writeBigUInt64BE(BigInt(value))
      break
    case 'float32':
      bytes.writeFloatBE(value)
      break
    case 'float64':
      bytes.writeDoubleBE(value)
      break
    default:
      throw new RangeError(
        `${type}${type === 'bit' ? ` ${bit}` : ''} cannot be written as a number`,
      )
  }
  return inOrder(order, bytes)
}

type WritableType = keyof typeof bytesOfType
const bytesOfType = {
  ...{ int16: 2, uint16: 2, int32: 4, uint32: 4, int64: 8, uint64: 8, float32: 4, float64: 8 },
} as const

/** A whole number that a double cannot hold is the nearest one, which is not quite right. */
function wholeNumber(whole: bigint): PointValue {
  const value = Number(whole)
  return { value, quality: BigInt(value) === whole ? 'good' : 'uncertain' }
}

/** Devices say by NaN that they have no value. */
function realNumber(value: number): PointValue {
  return Number.isFinite(value) ? { value, quality: 'good' } : { value: null, quality: 'bad' }
}

/** Texts end at the first NUL, or with blanks that fill their registers. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  const used = end === -1 ? bytes : bytes.subarray(0, end)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(used).trimEnd()
  } catch {
    return Buffer.from(used).toString('latin1').trimEnd()
  }
}

/** The bytes of a number, the most significant first; the same function the other way round. */
export function inOrder(order: ByteOrder, registers: Uint8Array): Uint8Array {
  const isSwapped = order === 'BADC' || order === 'DCBA'
  const isReversed = order === 'CDAB' || order === 'DCBA'
  const bytes = new Uint8Array(registers.length)
  const count = registers.length / 2
  for (let index = 0; index < count; index++) {
    const from = 2 * (isReversed ? count - 1 - index : index)
    bytes[2 * index] = registers[from + (isSwapped ? 1 : 0)] ?? 0
    bytes[2 * index + 1] = registers[from + (isSwapped ? 0 : 1)] ?? 0
  }
  return bytes
}

/** Texts are never written backwards by registers: only bytes within one may be swapped. */
function inTextOrder(order: ByteOrder, registers: Uint8Array): Uint8Array {
  return inOrder(order === 'BADC' || order === 'DCBA' ? 'BADC' : 'ABCD', registers)
}
