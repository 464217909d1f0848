import type { ErrorCode, FieldErrors } from '#kit/model/calls/errors.ts'

/**
 * `no_response`: nothing came back. `unreadable`: an answer that is not of this API, as a proxy
 * gives. `empty`: a success without the body that the route declares. `captcha_unloaded`: nothing
 * was sent, because the script of the captcha did not load or did not work.
 */
export type FailureCode = ErrorCode | 'no_response' | 'unreadable' | 'empty' | 'captcha_unloaded'

interface Failure {
  readonly status: number
  readonly code: FailureCode
  readonly message: string
  readonly errors?: FieldErrors
  readonly requestId?: string
  readonly retryAfterSeconds?: number | null
}

/** Why a call failed. `status` is 0 when there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: FailureCode
  readonly errors: FieldErrors
  readonly requestId: string | null
  /** How long to wait before the next try, where the server named it. */
  readonly retryAfterSeconds: number | null

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.errors = failure.errors ?? {}
    this.requestId = failure.requestId ?? null
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null
  }
}

/** Whether what was asked for is not there any more, or not open to the person. */
export function isGoneOrClosed(error: unknown): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status)
}

/** Whether a failure is only the caller's own abort, which concerns nobody. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
