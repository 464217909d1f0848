import type { ErrorCode, FieldErrors } from '#kit/model/calls/errors.ts'
import type { FieldError } from '#kit/model/calls/field-errors.ts'
import { asRecord } from './call-url.ts'
import { isAbort, ApiError } from './api-error.ts'

export async function failureOf(response: Response): Promise<unknown> {
  const { status } = response
  let body: Readonly<Record<string, unknown>>
  try {
    body = asRecord(await response.json())
  } catch (error) {
    if (isAbort(error)) return error
    body = {}
  }
  const retryAfterSeconds = secondsIn(response.headers.get('Retry-After'))
  if (typeof body['error'] !== 'string')
    return new ApiError({
      status,
      code: 'unreadable',
      message: response.statusText,
      retryAfterSeconds,
    })
  return new ApiError({
    status,
    code: body['error'] as ErrorCode,
    message: typeof body['message'] === 'string' ? body['message'] : '',
    errors: fieldErrors(body['reasons']),
    retryAfterSeconds,
    ...(typeof body['requestId'] === 'string' ? { requestId: body['requestId'] } : {}),
  })
}

/** `Retry-After` as this server and most proxies write it: whole seconds. */
function secondsIn(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}

function fieldErrors(value: unknown): FieldErrors {
  const errors: Record<string, readonly FieldError[]> = {}
  for (const [field, reasons] of Object.entries(asRecord(value))) {
    // The server answers in the shape of the contract; what is not of it is no reason to fail.
    if (Array.isArray(reasons)) errors[field] = reasons.filter(isFieldError)
  }
  return errors
}

function isFieldError(value: unknown): value is FieldError {
  const { code, parameters } = asRecord(value)
  return typeof code === 'string' && typeof parameters === 'object' && parameters !== null
}
