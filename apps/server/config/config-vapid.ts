import { vapidKeysOf } from '#kit/server/push/vapid.ts'
import { InvalidValue, type Reader } from './config-values.ts'

/** A private key on P-256, as tools for Web Push write it. */
export const vapidSecret: Reader<Buffer> = {
  allowed: '32 bytes in base64url',
  read(value) {
    const secret = Buffer.from(value, 'base64url')
    if (!/^[\w-]{43}=?$/.test(value) || secret.length !== 32)
      throw new InvalidValue('does not have 32 bytes')
    try {
      vapidKeysOf(secret)
    } catch {
      throw new InvalidValue('is no private key')
    }
    return secret
  },
}

/** Whom a push service may write to (RFC 8292, section 2.1). */
export const vapidSubject: Reader<string> = {
  allowed: 'mailto:plant@example.com, or https://plant.example.com',
  read(value) {
    if (
      !/^(mailto:[^\s@<>,;]+@[^\s@<>,;]+|https:\/\/[^\s/]+\S*)$/.test(value) ||
      value.length > 300
    )
      throw new InvalidValue('is no address of mail or of the web')
    return value
  },
}
