import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Length of a key, in bytes. */
export const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** A secret as it is stored: worth nothing without its key. */
export interface Sealed {
  /** Names the key that opens it, and reveals nothing about that key. */
  readonly keyId: string
  readonly bytes: Buffer
}

/** The keys of an installation: the first seals, all of them open. */
export interface Keyring {
  /** Id of the key that seals now. */
  readonly keyId: string
  /** `purpose` says what the secret is and whose: with another one it does not open. */
  seal(secret: Buffer, purpose: string): Sealed
  /**
   * Null when its key is not in the ring, or the bytes were changed or belong to another purpose.
   */
  open(sealed: Sealed, purpose: string): Buffer | null
  /**
   * Keys of 32 bytes for another use, the one to use first; the keys of the ring cannot be derived
   * from them.
   */
  derive(use: string): readonly Buffer[]
}

interface Key {
  readonly id: string
  readonly secret: Buffer
}

/** `keys` of 32 bytes each, the present one first, then those that it replaced. */
export function createKeyring(keys: readonly Buffer[]): Keyring {
  const ring = keys.map((key): Key => ({ id: idOf(key), secret: deriveKey(key, 'seal') }))
  const [present] = ring
  if (!present) throw new RangeError('A keyring has at least one key')
  return {
    keyId: present.id,
    seal(secret, purpose) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', present.secret, nonce).setAAD(
        Buffer.from(purpose),
      )
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return { keyId: present.id, bytes: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    open({ keyId, bytes }, purpose) {
      const key = ring.find(({ id }) => id === keyId)
      return key && bytes.length >= nonceBytes + tagBytes
        ? decipher(key.secret, bytes, purpose)
        : null
    },
    derive: (use) => keys.map((key) => deriveKey(key, use)),
  }
}

function decipher(key: Buffer, bytes: Buffer, purpose: string): Buffer | null {
  const [nonce, tag] = [
    bytes.subarray(0, nonceBytes),
    bytes.subarray(nonceBytes, nonceBytes + tagBytes),
  ]
  const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag)
  try {
    return Buffer.concat([cipher.update(bytes.subarray(nonceBytes + tagBytes)), cipher.final()])
  } catch {
    return null
  }
}

const deriveKey = (key: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `warroom ${use}`, keyBytes))

const idOf = (key: Buffer) =>
  createHash('sha256').update('warroom key id').update(key).digest('hex').slice(0, 16)
