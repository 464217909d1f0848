import { z } from 'zod'
import { AppError } from '#kit/model/calls/errors.ts'

/**
 * Whether the token of a sign-in page proves a person; `address` is the caller's. Throws
 * `captcha_unavailable` when the service can not be asked, or does not accept our secret.
 */
export type CaptchaVerifier = (token: string, address: string) => Promise<boolean>

export interface CaptchaConfig {
  readonly secret: string
  /** A reCAPTCHA-v3-compatible verification address. */
  readonly url: string
  /** Least score, 0 to 1, that counts as a person. */
  readonly minimumScore: number
}

const CaptchaReply = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
})
type CaptchaReply = z.infer<typeof CaptchaReply>

/** A person waits for it. */
const longestAnswerMs = 5_000
/** What the service answers when the fault is in our configuration, not with the person. */
const ownFaults = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request'])

/** Asks a reCAPTCHA-v3-compatible service; `waitMs`: for how long its answer is waited for. */
export function createCaptchaVerifier(
  { secret, url, minimumScore }: CaptchaConfig,
  waitMs = longestAnswerMs,
): CaptchaVerifier {
  return async (token, address) => {
    if (token === '') return false
    const form = new URLSearchParams({ secret, response: token, remoteip: address })
    const reply = await askService(url, form, waitMs).catch((cause: unknown) => {
      throw unavailable('The captcha service does not answer', cause)
    })
    const fault = reply['error-codes']?.find((code) => ownFaults.has(code))
    if (!reply.success && fault !== undefined)
      throw unavailable(`The captcha service refuses this site: ${fault}`)
    return reply.success && (reply.score ?? 1) >= minimumScore
  }
}

async function askService(
  url: string,
  form: URLSearchParams,
  waitMs: number,
): Promise<CaptchaReply> {
  const reply = await fetch(url, {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(waitMs),
  })
  return CaptchaReply.parse(await reply.json())
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('captcha_unavailable', message, { cause })
}
