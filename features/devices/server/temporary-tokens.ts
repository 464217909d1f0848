import { timingSafeEqual } from 'node:crypto'
import { createToken, hashToken } from '#kit/server/token.ts'
import type { Clock } from '#kit/server/clock.ts'

const validMs = 12 * 3_600_000

/**
 * Short-lived second tokens of devices, in memory only: whoever may use the control socket gets
 * one, to send a recording as a device without replacing the token that the device itself uses.
 */
export class TemporaryTokens {
  readonly #clock: Clock
  readonly #byDevice = new Map<string, { readonly hash: Buffer; readonly expiresAt: number }[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  issue(lesiId: string): string {
    const token = createToken(192)
    const valid = (this.#byDevice.get(lesiId) ?? []).filter(
      ({ expiresAt }) => expiresAt > this.#clock(),
    )
    this.#byDevice.set(lesiId, [
      ...valid,
      { hash: hashToken(token), expiresAt: this.#clock() + validMs },
    ])
    return token
  }

  /** Ends the tokens of a device whose own token was replaced. */
  revoke(lesiId: string): void {
    this.#byDevice.delete(lesiId)
  }

  verify(lesiId: string, token: string): boolean {
    const hash = hashToken(token)
    return (this.#byDevice.get(lesiId) ?? []).some(
      (issued) => issued.expiresAt > this.#clock() && timingSafeEqual(issued.hash, hash),
    )
  }
}
