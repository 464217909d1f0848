import { createHmac } from 'node:crypto'
import { post } from './post.ts'
import type { TargetGuard } from './target-guard.ts'

/** A message to another server. */
export interface SignedMessage {
  readonly url: string
  readonly secret: string
  /** The same at every attempt. */
  readonly id: string
  /** ms UTC */
  readonly at: number
  /** JSON */
  readonly body: string
}

/**
 * What the receiver compares: HMAC-SHA256 over the time in seconds, a dot and the body, as
 * hexadecimal digits.
 */
export function signatureOf({ secret, at, body }: Pick<SignedMessage, 'secret' | 'at' | 'body'>) {
  const seconds = Math.floor(at / 1_000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { seconds, signature: `v1=${mac}` }
}

/**
 * Sends a message once. Resolves with the answer's status; rejects with `DeliveryFailure` as `post`
 * does.
 */
export function postSigned(
  message: SignedMessage,
  guard: TargetGuard,
  signal: AbortSignal,
): Promise<string> {
  const { seconds, signature } = signatureOf(message)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-warroom-delivery': message.id,
    'x-warroom-timestamp': String(seconds),
    'x-warroom-signature': signature,
  }
  return post({ url: message.url, headers, body: message.body }, guard, signal)
}
