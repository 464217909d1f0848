import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Refusals } from '../refusals/refusals.ts'
import { isOverload, originOf } from './request-origin.ts'

/**
 * Bodies come as they are: what is in them is understood by the same code, whichever protocol
 * brought it, and whatever the sender calls its type, also when it calls it nothing.
 */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async ({ raw }) => {
    raw.headers['content-type'] = 'application/octet-stream'
  })
}

/**
 * Lists requests that failed before anybody read them, and overloads. `lesiIdOf` is who has signed
 * in; null: nobody has.
 */
export function listFailures(
  app: FastifyInstance,
  refusals: Refusals,
  lesiIdOf: (request: FastifyRequest) => string | null,
): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof AppError && !isOverload(error)) return
    const field =
      'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'document' : 'request'
    refusals.add({ ...originOf(request), lesiId: lesiIdOf(request), field, reason: error.message })
  })
}
