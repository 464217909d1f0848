import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '#kit/server/token.ts'

const periodSeconds = 30
/** Steps before and after the present one whose code is taken: clocks of telephones differ. */
const window = 1
const recoveryCodeCount = 10

/** A new secret of an authenticator: 160 bits, as RFC 4226 recommends. */
export function createAuthenticatorSecret(): Buffer {
  return randomBytes(20)
}

function totp(secret: Buffer, label = '', issuer = ''): TOTP {
  const bytes = new Uint8Array(secret)
  return new TOTP({
    secret: new Secret({ buffer: bytes.buffer }),
    period: periodSeconds,
    digits: 6,
    algorithm: 'SHA1',
    label,
    issuer,
  })
}

/** The secret as a person types it, and as the address behind a QR code. */
export function describeSecret(
  secret: Buffer,
  email: string,
  site: string,
): { readonly secret: string; readonly uri: string } {
  const authenticator = totp(secret, email, site)
  return { secret: authenticator.secret.base32, uri: authenticator.toString() }
}

/**
 * Number of the 30-second step whose code this is, at `now` (ms UTC) or one step beside it; null
 * when it is none of them.
 */
export function stepOfCode(secret: Buffer, code: string, now: number): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now, window })
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Ten codes of 80 random bits, as `xxxx-xxxx-xxxx-xxxx` without letters that look like digits. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('')
    return text.replaceAll(/.{4}(?=.)/g, '$&-')
  })
}

/** SHA-256 of a recovery code, however it was typed. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}
