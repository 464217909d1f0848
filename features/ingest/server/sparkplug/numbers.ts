import { unrepresentableReason } from '#kit/server/documents/document-json.ts'
import type { Int64 } from './payload-schema.ts'

/** A whole number of 64 bits without a sign. */
export function unsigned({ low, high }: Int64): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}

/** A number of the protocol that counts something or is a time; undefined: none was sent. */
export function plainNumber(sent: Int64 | number | null | undefined): number | undefined {
  if (sent === undefined || sent === null) return undefined
  return typeof sent === 'number' ? sent : (sent.high >>> 0) * 2 ** 32 + (sent.low >>> 0)
}

/** The nearest double where it is the very number; the reason where it is not. */
export function asDouble(whole: bigint): number | { readonly reason: string } {
  const value = Number(whole)
  return BigInt(value) === whole ? value : { reason: unrepresentableReason(String(whole)) }
}

/** The whole numbers with a sign and without one, by the number of the type. */
const wholeTypes: Readonly<Record<number, { readonly name: string; readonly bits: number }>> = {
  ...{ 1: { name: 'Int8', bits: 8 }, 2: { name: 'Int16', bits: 16 } },
  ...{ 3: { name: 'Int32', bits: 32 }, 4: { name: 'Int64', bits: 64 } },
  ...{ 5: { name: 'UInt8', bits: 8 }, 6: { name: 'UInt16', bits: 16 } },
  ...{ 7: { name: 'UInt32', bits: 32 }, 8: { name: 'UInt64', bits: 64 } },
}
const lastSigned = 4

/**
 * The whole number that is meant by one without a sign, as the protocol has it in a field of
 * `fieldBits`; the reason where its type has no such number. Edge nodes write negative ones of
 * fewer bits in two ways, as long as their type and as long as the field: both are read.
 */
export function wholeOfType(
  sent: bigint,
  fieldBits: 32 | 64,
  datatype = 0,
): bigint | { readonly reason: string } {
  const type = wholeTypes[datatype]
  if (!type || type.bits > fieldBits) return sent
  const { name, bits } = type
  if (datatype > lastSigned) {
    const maximum = BigInt.asUintN(bits, -1n)
    return sent <= maximum ? sent : beyond(sent, name, [0n, maximum])
  }
  const value = BigInt.asIntN(bits, sent)
  const isWhole = [bits, 32, fieldBits].some((length) => BigInt.asUintN(length, value) === sent)
  const end = 1n << BigInt(bits - 1)
  return isWhole ? value : beyond(BigInt.asIntN(fieldBits, sent), name, [-end, end - 1n])
}

const beyond = (value: bigint, name: string, [least, most]: readonly [bigint, bigint]) => ({
  reason: `${value} is beyond its type: ${name} is a whole number from ${least} to ${most}`,
})
