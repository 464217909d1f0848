import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, type Failure } from '#kit/model/errors.ts'

/**
 * Turns whatever was thrown into the failure envelope. What is not an `AppError` is logged and told
 * as `internal`.
 */
export function sendFailure(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asAppError(error)
  const hasLeft =
    reply.raw.destroyed &&
    (error.name === 'AbortError' ||
      ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
  if (hasLeft) request.log.debug({ err: error }, 'the caller left before the answer')
  else if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
  if (failure.retryAfterSeconds !== undefined)
    void reply.header('Retry-After', String(failure.retryAfterSeconds))
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(Buffer.from(JSON.stringify(envelope(failure, request.id))))
}

function envelope(failure: AppError, requestId: string): Failure {
  const errors =
    failure.errors &&
    Object.fromEntries(
      Object.entries(failure.errors).map(([field, reasons]) => [field, [...reasons]]),
    )
  return {
    success: false,
    error: failure.code,
    message: failure.message,
    ...(errors ? { errors } : {}),
    requestId,
  }
}

function asAppError(error: FastifyError | AppError | Error): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error.validation)
  const code = 'code' in error ? error.code : ''
  const statusCode = 'statusCode' in error ? error.statusCode : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('payload_too_large', 'The request body is too large')
  if (statusCode === 429)
    return new AppError('too_many_requests', 'Too many requests, try again later')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('bad_request', error.message)
  return new AppError(
    'internal',
    'The server could not do this; the request id helps to find out why',
  )
}

function invalidInput(
  issues: readonly { readonly instancePath: string; readonly message?: string | undefined }[],
): AppError {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body'
    ;(errors[field] ??= []).push(issue.message ?? 'is not valid')
  }
  const [field, reasons] = Object.entries(errors)[0] ?? ['body', ['is not valid']]
  return new AppError('invalid', `${field}: ${reasons[0]}`, { errors })
}
