import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** The keys of a browser's subscription: it alone can read what is encrypted for them. */
export interface PushKeys {
  /** Its public key on P-256: an uncompressed point of 65 bytes. */
  readonly p256dh: Buffer
  /** 16 bytes that it shares with the sender. */
  readonly auth: Buffer
}

export const curve = 'prime256v1'
export const publicKeyBytes = 65
const saltBytes = 16
/** Of one record (RFC 8188); a message is one. A push service need not take more. */
const recordBytes = 4_096
const headerBytes = saltBytes + 4 + 1 + publicKeyBytes
const tagBytes = 16

/** The longest text that fits into one message, in bytes. */
export const maximumPlainBytes = recordBytes - headerBytes - tagBytes - 1

/**
 * Encrypts a message for one browser: RFC 8291, with the content encoding `aes128gcm` of RFC 8188.
 * Each message has a key pair and a salt of its own; `own` is for the example of the RFC. Throws
 * `RangeError` for a message that does not fit, and where the browser's key is no point of the
 * curve.
 */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: PushKeys,
  own: { readonly pair: ECDH; readonly salt: Buffer } = ownOf(),
): Buffer {
  if (message.length > maximumPlainBytes)
    throw new RangeError(`a message has at most ${maximumPlainBytes} bytes`)
  const sender = own.pair.getPublicKey()
  const secret = own.pair.computeSecret(p256dh)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
  const { key, nonce } = contentKeys(derive(auth, secret, info, 32), own.salt)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte after the text says that no record follows.
  const text = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  const header = [own.salt, size, Buffer.of(sender.length), sender]
  return Buffer.concat([...header, text, cipher.getAuthTag()])
}

/** The key and the nonce of the one record (RFC 8188, section 2.2 and 2.3). */
export function contentKeys(input: Buffer, salt: Buffer) {
  return {
    key: derive(salt, input, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    nonce: derive(salt, input, Buffer.from('Content-Encoding: nonce\0'), 12),
  }
}

export function derive(salt: Buffer, input: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes))
}

function ownOf() {
  const pair = createECDH(curve)
  pair.generateKeys()
  return { pair, salt: randomBytes(saltBytes) }
}
