import { ApiError, type FailureCode } from './api-error.ts'

/** Keys of the namespace `errors` that name the words for a failed call. */
export type FailureKey =
  | 'badRequest'
  | 'signInFirst'
  | 'wrongPassword'
  | 'noPermission'
  | 'notFound'
  | 'timeout'
  | 'applicationUpdated'
  | 'notRegistered'
  | 'wrongData'
  | 'serverError'
  | 'badGateway'
  | 'unavailable'
  | 'networkTimeout'
  | 'connecting'
  | 'noResponse'

const byStatus: Readonly<Record<number, FailureKey>> = {
  0: 'noResponse',
  400: 'badRequest',
  401: 'signInFirst',
  403: 'noPermission',
  404: 'notFound',
  408: 'timeout',
  413: 'applicationUpdated',
  422: 'wrongData',
  500: 'serverError',
  502: 'badGateway',
  503: 'unavailable',
  504: 'networkTimeout',
}

/** The words for a failed call, after the specification's table of statuses. */
export function failureKey(error: unknown): FailureKey {
  if (!(error instanceof ApiError)) return 'connecting'
  if (error.status === 401 && error.code === 'login_error') return 'wrongPassword'
  if (error.status === 422 && error.errors['email']?.[0]?.code === 'unknown_account')
    return 'notRegistered'
  if (error.code === 'captcha_unloaded') return 'connecting'
  return byStatus[error.status] ?? 'connecting'
}

/**
 * Keys of the namespace `errors.details`: what helps a person where the table of statuses has no
 * words of its own.
 */
export type FailureDetail =
  | 'conflict'
  | 'tooManyAttempts'
  | 'tooManyAttemptsFor'
  | 'tryAgainIn'
  | 'accountDisabled'
  | 'captchaRefused'
  | 'captchaUnavailable'
  | 'captchaUnloaded'

const byCode: Readonly<Partial<Record<FailureCode, FailureDetail>>> = {
  account_disabled: 'accountDisabled',
  captcha_unavailable: 'captchaUnavailable',
  captcha_unloaded: 'captchaUnloaded',
}

/**
 * The second line of a failure, with `seconds` to wait where the server named them; null where the
 * first line says all.
 */
export function failureDetail(
  error: unknown,
): { readonly key: FailureDetail; readonly seconds: number } | null {
  if (!(error instanceof ApiError)) return null
  const key = byCode[error.code]
  if (key !== undefined) return { key, seconds: 0 }
  if (error.errors['recaptchatoken']) return { key: 'captchaRefused', seconds: 0 }
  if (error.status === 409) return { key: 'conflict', seconds: 0 }
  const { retryAfterSeconds: seconds } = error
  if (error.status === 503 && seconds !== null && seconds > 0) return { key: 'tryAgainIn', seconds }
  if (error.status !== 429) return null
  return seconds === null
    ? { key: 'tooManyAttempts', seconds: 0 }
    : { key: 'tooManyAttemptsFor', seconds }
}
