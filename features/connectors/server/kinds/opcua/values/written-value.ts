import { DataType, VariantArrayType, type VariantOptions } from 'node-opcua-client'
import type { CommandValue } from '#kit/model/device-command.ts'

/** Bounds of the types that a whole number is written as. */
const bounds = new Map<DataType, readonly [bigint, bigint]>([
  [DataType.SByte, [-(2n ** 7n), 2n ** 7n - 1n]],
  [DataType.Byte, [0n, 2n ** 8n - 1n]],
  [DataType.Int16, [-(2n ** 15n), 2n ** 15n - 1n]],
  [DataType.UInt16, [0n, 2n ** 16n - 1n]],
  [DataType.Int32, [-(2n ** 31n), 2n ** 31n - 1n]],
  [DataType.UInt32, [0n, 2n ** 32n - 1n]],
  [DataType.Int64, [-(2n ** 63n), 2n ** 63n - 1n]],
  [DataType.UInt64, [0n, 2n ** 64n - 1n]],
])

/** What is written into a variable of this type; the reason where the value does not fit. */
export function writtenValue(
  dataType: DataType,
  value: CommandValue,
): VariantOptions | { readonly reason: string } {
  const range = bounds.get(dataType)
  if (range && typeof value === 'number') return wholeNumber(dataType, value, range)
  const isFraction = dataType === DataType.Double || dataType === DataType.Float
  if (isFraction && typeof value === 'number') return fraction(dataType, value)
  if (dataType === DataType.Boolean && typeof value === 'boolean') return { dataType, value }
  if (dataType === DataType.String && typeof value === 'string') return { dataType, value }
  return { reason: `a ${typeof value} cannot be written as ${DataType[dataType] ?? dataType}` }
}

function wholeNumber(
  dataType: DataType,
  value: number,
  [lowest, highest]: readonly [bigint, bigint],
): VariantOptions | { readonly reason: string } {
  const name = DataType[dataType]
  if (!Number.isSafeInteger(value)) return { reason: `${value} is no whole number for ${name}` }
  const whole = BigInt(value)
  if (whole < lowest || whole > highest) return { reason: `${value} does not fit into ${name}` }
  if (dataType !== DataType.Int64 && dataType !== DataType.UInt64) return { dataType, value }
  const unsigned = BigInt.asUintN(64, whole)
  // The library has these as two numbers of 32 bits, the high one first.
  const value64 = [Number(unsigned >> 32n), Number(unsigned & 0xffff_ffffn)]
  return { dataType, arrayType: VariantArrayType.Scalar, value: value64 }
}

function fraction(dataType: DataType, value: number): VariantOptions | { readonly reason: string } {
  const isHeld = Number.isFinite(dataType === DataType.Float ? Math.fround(value) : value)
  return isHeld
    ? { dataType, value }
    : { reason: `${value} does not fit into ${DataType[dataType]}` }
}
