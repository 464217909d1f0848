import { ApiError } from './call.ts'

/** Keys of the namespace `errors` that name what a failed call is told as. */
export type FailureKey =
  | 'badRequest'
  | 'signInFirst'
  | 'wrongPassword'
  | 'noPermission'
  | 'notFound'
  | 'timeout'
  | 'conflict'
  | 'applicationUpdated'
  | 'notRegistered'
  | 'wrongData'
  | 'tooManyAttempts'
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
  409: 'conflict',
  413: 'applicationUpdated',
  422: 'wrongData',
  429: 'tooManyAttempts',
  500: 'serverError',
  502: 'badGateway',
  503: 'unavailable',
  504: 'networkTimeout',
}

/** What to tell a person about a failed call, after the specification's table of statuses. */
export function failureKey(error: unknown): FailureKey {
  if (!(error instanceof ApiError)) return 'connecting'
  if (error.status === 401 && error.code === 'login_error') return 'wrongPassword'
  if (error.status === 422 && /not exist/i.test(error.errors['email']?.[0] ?? '')) return 'notRegistered'
  return byStatus[error.status] ?? 'connecting'
}
