import type { ModelFallback } from '../../contract/answer.ts'

/** Each way in which a model fails to answer, with what the person reads of it. */
const fallbackOf = {
  /** No connection, or one that broke before an answer. */
  unreachable: 'unavailable',
  /** 401 or 403: the key is wrong. */
  unauthorized: 'unavailable',
  /** 429 of its server. */
  busy: 'unavailable',
  /** 5xx, or an error within the reply. */
  failed: 'unavailable',
  /** Any other status: a wrong address, a redirect, a model that is not there. */
  rejected: 'unavailable',
  /** The reply ended before its end. */
  cut_off: 'unavailable',
  /** The reply is no JSON, or none of this interface. */
  unreadable: 'unavailable',
  /** Nothing came for too long. */
  silent: 'late',
  /** The whole answer took too long. */
  late: 'late',
  reply_too_long: 'limit',
  too_many_rounds: 'limit',
  too_many_calls: 'limit',
  too_many_tokens: 'limit',
  /** The person has asked it too often within the hour. */
  quota: 'limit',
  /** It answers as many questions as it may at the same time. */
  in_use: 'limit',
  /** A figure that no tool returned, or that is another one's. */
  unfounded: 'unfounded',
  /** An address, a link or markup. */
  unclean: 'unfounded',
  /** Nothing that a tool's result proves. */
  empty: 'unfounded',
} as const satisfies Record<string, ModelFallback>

export type FailureReason = keyof typeof fallbackOf
export const failureReasons = Object.keys(fallbackOf) as FailureReason[]

/** A model did not answer; the rules do. */
export class ModelFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.name = 'ModelFailure'
    this.reason = reason
  }

  get fallback(): ModelFallback {
    return fallbackOf[this.reason]
  }
}
