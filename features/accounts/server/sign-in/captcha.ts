import { z } from 'zod'

/**
 * Whether the token of a sign-in page proves a person; `address` is the caller's. Throws when the
 * service can not be asked.
 */
export type CaptchaVerifier = (token: string, address: string) => Promise<boolean>

export interface CaptchaConfig {
  readonly secret: string
  /** A reCAPTCHA-v3-compatible verification address. */
  readonly url: string
  /** Least score, 0 to 1, that counts as a person. */
  readonly minimumScore: number
}

const Verdict = z.object({ success: z.boolean(), score: z.number().optional() })

/** Asks a reCAPTCHA-v3-compatible service. */
export function createCaptchaVerifier({
  secret,
  url,
  minimumScore,
}: CaptchaConfig): CaptchaVerifier {
  return async (token, address) => {
    const reply = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(5_000),
    })
    const verdict = Verdict.parse(await reply.json())
    return verdict.success && (verdict.score ?? 1) >= minimumScore
  }
}
