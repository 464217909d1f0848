import { z } from 'zod'
import { fieldErrorSentences, sentenceOf } from './field-error-sentences.ts'
import type { FieldError, FieldErrorCode } from './field-errors.ts'

/**
 * Every error that the server can answer with: its stable code and its HTTP status. The list is
 * closed.
 */
export const errorStatus = {
  bad_request: 400,
  payload_too_large: 400,
  unauthenticated: 401,
  login_error: 401,
  device_unauthenticated: 401,
  forbidden: 403,
  account_disabled: 403,
  contract_closed: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  second_factor_unreadable: 409,
  client_outdated: 413,
  csrf_mismatch: 419,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  overloaded: 503,
  captcha_unavailable: 503,
  store_unavailable: 503,
  starting: 503,
} as const
export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as ErrorCode[]

/** Field errors by the name of the field that they concern, a dotted path into the input. */
export type FieldErrors = Readonly<Record<string, readonly FieldError[]>>

/** A failure that is reported to the caller. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    detail: { errors?: FieldErrors; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = detail.errors
    this.retryAfterSeconds = detail.retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** A failure of one field: 422 `invalid` unless stated otherwise. */
export function refusedField(
  field: string,
  error: FieldError,
  code: ErrorCode = 'invalid',
): AppError {
  return new AppError(code, `${field}: ${sentenceOf(error)}`, { errors: { [field]: [error] } })
}

/** Why a field is refused, as it leaves the server. */
export const FieldReason = z.object({
  code: z.enum(Object.keys(fieldErrorSentences) as [FieldErrorCode, ...FieldErrorCode[]]),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
})

/**
 * The shape of every failure that leaves the server. `errors` says in English what is wrong with
 * each field, `reasons` the same, in the same order, as codes with parameters.
 */
export const Failure = z.object({
  success: z.literal(false),
  error: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  reasons: z.record(z.string(), z.array(FieldReason)).optional(),
  requestId: z.string(),
})
export type Failure = z.infer<typeof Failure>
