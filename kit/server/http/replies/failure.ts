import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type Failure, type FieldErrors } from '#kit/model/calls/errors.ts'
import { sentenceOf } from '#kit/model/calls/field-error-sentences.ts'
import { logFailure } from '../../log-failure.ts'
import { isConflict, isDatabaseAway } from '../../postgres/transient-failure.ts'

/** When a call that found no database may come again. */
const retryAfterSeconds = 5

/**
 * Turns whatever was thrown into the failure envelope. What is not an `AppError` is answered as
 * `internal`, as `overloaded` where the database is away, or as `conflict` where another call was
 * first. What the caller cannot mend is logged.
 */
export function sendFailure(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asAppError(error)
  const isDisconnected =
    reply.raw.destroyed &&
    (error.name === 'AbortError' ||
      ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
  if (isDisconnected) request.log.debug({ err: error }, 'the caller left before the answer')
  else if (isPassingRefusal(failure))
    request.log.debug({ reason: failure.message }, 'request refused for now')
  else if (failure.status >= 500 || failure.cause !== undefined)
    logRequestFailure(request, error, failure)
  if (failure.retryAfterSeconds !== undefined)
    void reply.header('Retry-After', String(failure.retryAfterSeconds))
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(Buffer.from(JSON.stringify(envelope(failure, request.id))))
}

/**
 * What a server refuses that has too much to do, or a disk that is full, comes again and again: who
 * finds that out logs it once.
 */
const isPassingRefusal = (failure: AppError) =>
  failure.retryAfterSeconds !== undefined && failure.cause === undefined

/** `failure` is what `error` is answered as. */
export const logRequestFailure = (request: FastifyRequest, error: Error, failure: AppError) =>
  logFailure(request.log, failure.code === 'internal' ? error : failure, 'request failed')

function envelope(failure: AppError, requestId: string): Failure {
  return {
    success: false,
    error: failure.code,
    message: failure.message,
    ...(failure.errors ? asMembers(failure.errors) : {}),
    requestId,
  }
}

/** The field errors as sentences for people who read the API, and as codes for programs. */
function asMembers(errors: FieldErrors): Pick<Failure, 'errors' | 'reasons'> {
  const fields = Object.entries(errors)
  return {
    errors: Object.fromEntries(fields.map(([field, of]) => [field, of.map(sentenceOf)])),
    reasons: Object.fromEntries(fields.map(([field, of]) => [field, [...of]])),
  }
}

/**
 * What the framework says in other words: of an address of which nothing can be named it repeats
 * all, and of a type that a body has not it names none.
 */
const unreadable: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The call takes no body of this type; JSON is sent with Content-Type: application/json',
  FST_ERR_BAD_URL: 'The address cannot be decoded',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is too long',
}

/** The failure as the list of errors has it. */
export function asAppError(error: FastifyError | AppError | Error): AppError {
  if (error instanceof AppError) return error
  const code = 'code' in error ? error.code : ''
  const statusCode = 'statusCode' in error ? error.statusCode : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('payload_too_large', 'The request body is too large')
  const reason = unreadable[code]
  if (reason !== undefined) return new AppError('bad_request', reason)
  if (statusCode === 429)
    return new AppError('too_many_requests', 'Too many requests, try again later')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('bad_request', error.message)
  if (isDatabaseAway(error))
    return new AppError('overloaded', 'The database is away or has too much to do', {
      retryAfterSeconds,
      cause: error,
    })
  if (isConflict(error))
    return new AppError('conflict', 'Somebody else changed what this refers to; load it again', {
      cause: error,
    })
  return new AppError(
    'internal',
    'The server could not do this; the request id helps to find out why',
  )
}
