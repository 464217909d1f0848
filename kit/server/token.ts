import { createHash, randomBytes } from 'node:crypto'

/** A random secret of `bits` (a multiple of 8) as base64url text. */
export function createToken(bits: 192 | 256): string {
  return randomBytes(bits / 8).toString('base64url')
}

/**
 * SHA-256 of a token: all that is stored of it. Tokens are random, so a slow hash would add
 * nothing.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
