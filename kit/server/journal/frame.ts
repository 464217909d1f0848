import { crc32 } from 'node:zlib'

/**
 * A frame of the journal: what was appended together, with a checksum. On disk: length of the
 * payload (u32), CRC-32 over the rest (u32), kind (u8), three bytes of zero, count (u32), payload;
 * little-endian.
 */
export interface Frame {
  /** 1 to 255, by the journal's user; 0 is the journal's own checkpoint. */
  readonly kind: number
  /** How many items the payload holds. */
  readonly count: number
  readonly payload: Buffer
}

export const frameHeaderBytes = 16
/** No payload is longer: a larger length on disk is damage. */
export const maximumPayloadBytes = 64 * 1024 * 1024

/** Throws RangeError when the payload is longer than can be read again. */
export function encodeFrame({ kind, count, payload }: Frame): Buffer {
  if (payload.length > maximumPayloadBytes)
    throw new RangeError(`A frame of ${payload.length} bytes is too long for the journal`)
  const bytes = Buffer.allocUnsafe(frameHeaderBytes + payload.length)
  bytes.writeUInt32LE(payload.length, 0)
  bytes.writeUInt32LE(kind, 8)
  bytes.writeUInt32LE(count, 12)
  payload.copy(bytes, frameHeaderBytes)
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4)
  return bytes
}

/**
 * The frame that begins at `offset`; null when the bytes end within it; `damaged` when the checksum
 * does not fit.
 */
export function decodeFrame(bytes: Buffer, offset: number): Frame | null | 'damaged' {
  if (bytes.length - offset < frameHeaderBytes) return null
  const length = bytes.readUInt32LE(offset)
  if (length > maximumPayloadBytes) return 'damaged'
  const end = offset + frameHeaderBytes + length
  if (end > bytes.length) return null
  if (crc32(bytes.subarray(offset + 8, end)) !== bytes.readUInt32LE(offset + 4)) return 'damaged'
  return {
    kind: bytes.readUInt32LE(offset + 8),
    count: bytes.readUInt32LE(offset + 12),
    payload: bytes.subarray(offset + frameHeaderBytes, end),
  }
}

/** Whether the header that begins at `offset` makes sense: nearly no other bytes look like one. */
export function isPlausibleHeader(bytes: Buffer, offset: number): boolean {
  return (
    bytes[offset + 9] === 0 &&
    bytes[offset + 10] === 0 &&
    bytes[offset + 11] === 0 &&
    bytes.readUInt32LE(offset) <= maximumPayloadBytes
  )
}

/** Bytes that the frame takes on disk. */
export function frameBytes({ payload }: Frame): number {
  return frameHeaderBytes + payload.length
}
