import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { curve } from './encrypt.ts'

/** By which push services recognise this server (RFC 8292). */
export interface VapidKeys {
  /** The public key as browsers want it: an uncompressed point, base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** A push service must not take a longer time. */
const validMs = 12 * 3_600_000

/** New private keys, 32 bytes. */
export function createVapidSecret(): Buffer {
  const pair = createECDH(curve)
  pair.generateKeys()
  const secret = pair.getPrivateKey()
  // Leading zeros are left out.
  return Buffer.concat([Buffer.alloc(32 - secret.length), secret])
}

/** The keys of a private one, 32 bytes. Throws where it is none. */
export function vapidKeysOf(secret: Buffer): VapidKeys {
  const pair = createECDH(curve)
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const jwk = {
    ...{ kty: 'EC', crv: 'P-256', d: secret.toString('base64url') },
    ...{ x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) },
  }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

interface Claim {
  /** The address of the subscription. */
  readonly endpoint: string
  /** Whom the push service may write to: `mailto:` or an address of the web. */
  readonly subject: string
  /** ms UTC */
  readonly now: number
}

/** The header `Authorization` for one push service (RFC 8292, section 3). */
export function vapidHeader(keys: VapidKeys, { endpoint, subject, now }: Claim): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    ...{ aud: new URL(endpoint).origin, sub: subject },
    exp: Math.floor((now + validMs) / 1_000),
  }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), {
    ...{ key: keys.privateKey, dsaEncoding: 'ieee-p1363' },
  }).toString('base64url')
  return `vapid t=${text}.${signature}, k=${keys.publicKey}`
}
