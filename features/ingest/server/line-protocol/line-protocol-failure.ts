import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { asAppError, logRequestFailure } from '#kit/server/http/replies/failure.ts'

const tooLarge = 413

/** Codes of InfluxDB's API version 2, by HTTP status. */
const codes: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthorized',
  413: 'request too large',
  429: 'too many requests',
  503: 'unavailable',
}

/**
 * Answers as InfluxDB does: its clients send again after 429 and 503, send less at once after 413,
 * and give up what was answered 400. Version 1 reads `error`, version 2 `code` and `message`.
 */
export function sendAsInflux(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asAppError(error)
  const status = failure.code === 'payload_too_large' ? tooLarge : failure.status
  if (!(error instanceof AppError) && status >= 500) logRequestFailure(request, error, failure)
  if (failure.retryAfterSeconds !== undefined)
    void reply.header('Retry-After', String(failure.retryAfterSeconds))
  const { message } = failure
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ code: codes[status] ?? 'internal error', message, error: message })
}
