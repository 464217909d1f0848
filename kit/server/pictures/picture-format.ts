/** Type and size of a picture, from the head of its file. */
export interface PictureFormat {
  readonly type: 'png' | 'jpeg' | 'webp'
  readonly width: number
  readonly height: number
}

/**
 * Reads type and size from the content of a PNG, JPEG or WebP file without decoding it; null for
 * anything else.
 */
export function readPictureFormat(file: Buffer): PictureFormat | null {
  try {
    return readPng(file) ?? readWebp(file) ?? readJpeg(file)
  } catch (error) {
    // The file ends before its head does.
    if (error instanceof RangeError) return null
    throw error
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(file: Buffer): PictureFormat | null {
  if (!file.subarray(0, 8).equals(pngSignature) || file.toString('latin1', 12, 16) !== 'IHDR')
    return null
  return { type: 'png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

function readWebp(file: Buffer): PictureFormat | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP')
    return null
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { type: 'webp', width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const packed = file.readUInt32LE(21)
      return { type: 'webp', width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return {
        type: 'webp',
        width: file.readUInt16LE(26) & 0x3fff,
        height: file.readUInt16LE(28) & 0x3fff,
      }
    default:
      return null
  }
}

/** Markers that begin a frame and hold its size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Other markers have no length and do not come before the frame: reading a length after one would
 * skip the frame that a decoder sees.
 */
const hasLength = (marker: number) => marker > 0x01 && !(marker >= 0xd0 && marker <= 0xd9)

function readJpeg(file: Buffer): PictureFormat | null {
  if (file.readUInt16BE(0) !== 0xffd8) return null
  let position = 2
  for (;;) {
    if (file.readUInt8(position) !== 0xff) return null
    const marker = file.readUInt8(position + 1)
    if (marker === 0xff) position += 1
    else if (!hasLength(marker)) return null
    else if (isFrameMarker(marker))
      return {
        type: 'jpeg',
        height: file.readUInt16BE(position + 5),
        width: file.readUInt16BE(position + 7),
      }
    else position += 2 + file.readUInt16BE(position + 2)
  }
}
