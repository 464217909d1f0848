import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { DeliveryFailure } from '../deliveries/delivery-failure.ts'
import { blocked, type TargetGuard } from './target-guard.ts'

const timeoutMs = 10_000
/** Of an answer, which nobody reads but in the log. */
const maximumAnswerBytes = 2_048

/** What is sent to another server by POST. */
export interface PostedMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/**
 * Sends a message once and follows no redirect. Resolves with the answer when it is 2xx; rejects
 * with `DeliveryFailure` where it is another one, takes too long, or the address lies inside of the
 * own network. `onStatus` gets the status of every answer.
 */
export function post(
  { url: address, headers, body }: PostedMessage,
  guard: TargetGuard,
  signal: AbortSignal,
  onStatus: (status: number) => void = () => {},
): Promise<string> {
  const url = new URL(address)
  if (!guard.mayNameHost(url.hostname)) return Promise.reject(blocked(url.hostname))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  const sent = send(url, {
    ...{ method: 'POST', lookup: guard.lookup, signal: limit, agent: false },
    headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Warroom' },
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
      const reply = Buffer.concat(text).toString('utf8').slice(0, maximumAnswerBytes)
      onStatus(status)
      if (status >= 200 && status < 300) resolve(String(status))
      else reject(refusal(status, reply))
    })
    answer.on('error', () => undefined)
  })
  sent.on('error', (error) => reject(failureOf(error, limit.aborted)))
  sent.end(body)
  return promise
}

/** Answers after which a further try may end otherwise. */
const transient: ReadonlySet<number> = new Set([408, 425, 429])

function refusal(status: number, reply: string): DeliveryFailure {
  const isFinal = status < 500 && !transient.has(status)
  return new DeliveryFailure('refused', `${status} ${reply}`, isFinal)
}

function failureOf(error: NodeJS.ErrnoException, isLate: boolean): Error {
  if (error instanceof DeliveryFailure) return error
  if (isLate) return new DeliveryFailure('time_out', '')
  const isOfCertificate = /^(CERT|ERR_TLS|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/.test(error.code ?? '')
  return new DeliveryFailure(isOfCertificate ? 'insecure' : 'unreachable', error.message)
}
