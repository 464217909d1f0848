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
