import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { maximumBatchBytes } from '../../contract/limits.ts'
import { BatchRequests, type BatchServices } from '../batch/batch-request.ts'
import { lesiIdOfSender, signIn } from '../batch/batch-sender.ts'
import { LineDocuments } from './line-documents.ts'
import { originOf } from '../http/request-origin.ts'
import { listFailures, takeAnyBody } from '../http/requests-of-devices.ts'
import { sendAsInflux } from './line-protocol-failure.ts'
import { precisions, type Precision } from './line-times.ts'

const summary =
  'Stores points in the line protocol of InfluxDB, as its API version 2 takes them; answers ' +
  'after they are on disk, or 400 with the lines that were refused. Token: the device token'

/**
 * The calls of InfluxDB by which Telegraf and its clients write: version 1 (`/write`) and 2. What a
 * client asks besides is answered as far as it must be for it to begin.
 */
export function serveLineProtocol(app: FastifyInstance, services: BatchServices): void {
  const { refusals } = services
  const batches = new BatchRequests(services)
  const documents = new LineDocuments()
  takeAnyBody(app)
  listFailures(app, refusals, lesiIdOfSender)
  app.setErrorHandler((error: Error, request, reply) => sendAsInflux(error, request, reply))
  const write = {
    bodyLimit: maximumBatchBytes,
    config: { gate: 'device' as const },
    // The token is asked for before the body is read.
    onRequest: async (request: FastifyRequest) => void signIn(services, request),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const sender = signIn(services, request)
      const precision = precisionOf(request)
      if (precision === null) {
        refusals.add({ ...originOf(request), ...wrongPrecision, lesiId: sender.lesiId })
        throw new AppError('bad_request', `${wrongPrecision.field} ${wrongPrecision.reason}`)
      }
      const { stored, problems } = await batches.take(sender, request, {
        read: (body, found) => documents.read(body, precision, found),
      })
      if (problems.count === 0) return reply.code(204).send()
      const phrase = stored > 0 ? 'partial write: ' : ''
      const listed = problems.listed().map(({ field, reason }) => `${field}: ${reason}`)
      throw new AppError(
        'bad_request',
        `${phrase}unable to parse ${listed.join('; ')} dropped=${problems.count}`,
      )
    },
  }
  app.post('/api/v2/write', { ...write, schema: { summary, tags: ['ingest'] } })
  app.post('/write', { ...write, schema: { hide: true } })
  serveQuestions(app)
}

/** What clients of version 1 ask before they write. */
function serveQuestions(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  app.get('/ping', hidden, async (_request, reply) =>
    reply.code(204).header('X-Influxdb-Version', '1.8.10-compatible').send(),
  )
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { q } = request.query as { readonly q?: unknown }
    const question =
      typeof q === 'string'
        ? q
        : new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '').get('q')
    // There are no databases: devices have readings. Who asks for one may begin to write.
    if (/^\s*create\s+database\b/i.test(question ?? ''))
      return reply.send({ results: [{ statement_id: 0 }] })
    throw new AppError('bad_request', 'this server takes line protocol and answers no queries')
  }
  app.post('/query', { ...hidden, bodyLimit: 16 * 1024 }, answer)
  app.get('/query', hidden, answer)
}

const wrongPrecision = { field: 'precision', reason: `must be one of ${precisions.join(', ')}` }

function precisionOf({ query }: FastifyRequest): Precision | null {
  const { precision = 'ns' } = query as { readonly precision?: unknown }
  return precisions.find((each) => each === precision) ?? null
}
