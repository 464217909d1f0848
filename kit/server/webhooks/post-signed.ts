import { createHmac } from 'node:crypto'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { DeliveryFailure } from '../deliveries/delivery-failure.ts'
import { blocked, type TargetGuard } from './target-guard.ts'

const timeoutMs = 10_000
/** Of an answer, which nobody reads but in the log. */
const maximumAnswerBytes = 2_048

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
 * Sends a message once and follows no redirect. Resolves with the answer's status; rejects with
 * `DeliveryFailure` where it is not 2xx, takes too long, or the address lies inside of the own
 * network.
 */
export function postSigned(
  message: SignedMessage,
  guard: TargetGuard,
  signal: AbortSignal,
): Promise<string> {
  const url = new URL(message.url)
  if (!guard.mayNameHost(url.hostname)) return Promise.reject(blocked(url.hostname))
  const { seconds, signature } = signatureOf(message)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  const sent = send(url, {
    ...{ method: 'POST', lookup: guard.lookup, signal: limit, agent: false },
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(message.body),
      'user-agent': 'Warroom',
      'x-warroom-delivery': message.id,
      'x-warroom-timestamp': String(seconds),
      'x-warroom-signature': signature,
    },
  })
  sent.on('response', (answer) => {
    let bytes = 0
    const text: Buffer[] = []
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      text.push(chunk)
      if (bytes > maximumAnswerBytes) answer.destroy()
    })
    answer.on('close', () => {
      const status = answer.statusCode ?? 0
      const said = Buffer.concat(text).toString('utf8').slice(0, maximumAnswerBytes)
      if (status >= 200 && status < 300) resolve(String(status))
      else reject(refusal(status, said))
    })
    answer.on('error', () => undefined)
  })
  sent.on('error', (error) => reject(failureOf(error, limit.aborted)))
  sent.end(message.body)
  return promise
}

/** Answers after which a further try may end otherwise. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

function refusal(status: number, said: string): DeliveryFailure {
  const isFinal = status < 500 && !passing.has(status)
  return new DeliveryFailure('refused', `${status} ${said}`, isFinal)
}

function failureOf(error: NodeJS.ErrnoException, isLate: boolean): Error {
  if (error instanceof DeliveryFailure) return error
  if (isLate) return new DeliveryFailure('time_out', '')
  const isOfCertificate = /^(CERT|ERR_TLS|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/.test(error.code ?? '')
  return new DeliveryFailure(isOfCertificate ? 'insecure' : 'unreachable', error.message)
}
