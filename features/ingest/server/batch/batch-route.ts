import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { maximumBatchBytes } from '../../contract/limits.ts'
import { ingestBatch } from '../../contract/routes.ts'
import { reasonsByField } from '../http/reasons-by-field.ts'
import { listFailures, takeAnyBody } from '../http/requests-of-devices.ts'
import { BatchRequests, type BatchServices } from './batch-request.ts'
import { lesiIdOfSender, signIn } from './batch-sender.ts'
import { JsonBatch } from './json-batch.ts'

/** The call by which a gateway sends documents of many devices and times at once. */
export function serveBatch(app: FastifyInstance, services: BatchServices): void {
  const batches = new BatchRequests(services)
  takeAnyBody(app)
  // The token is asked for before the body is read.
  app.addHook('onRequest', async (request) => void signIn(services, request))
  listFailures(app, services.refusals, lesiIdOfSender)
  serve(app, ingestBatch, { bodyLimit: maximumBatchBytes }, async ({ request }) => {
    const batch = new JsonBatch(services.verifyToken)
    const { stored, problems } = await batches.take(signIn(services, request), request, {
      read: (body, found) => batch.read(body, found),
      isProved: (lesiId) => batch.isProved(lesiId),
    })
    const refused = problems.listed().map(({ field, reason }) => ({ field, reason }))
    const [first] = refused
    if (!first) return { data: { stored } }
    if (stored > 0) return { data: { stored, refused } }
    throw new AppError('invalid', `${first.field}: ${first.reason}`, {
      errors: reasonsByField(refused),
    })
  })
}
