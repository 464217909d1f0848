import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { createWebSocketStream } from 'ws'
import { AppError } from '#kit/model/errors.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import { countUnfinishedMessages } from '#kit/server/http/socket-budget.ts'
import { maximumMessageBytes } from '../contract/limits.ts'
import { ingestDocument, listRefusals } from '../contract/routes.ts'
import type { PresenceListener } from './device-messages.ts'
import type { EmbeddedBroker } from './embedded-broker.ts'
import type { Intake } from './intake.ts'
import type { Refusals } from './refusals.ts'

interface Services {
  readonly catalogue: Catalogue
  /** Whether `token` lets its bearer speak as the device. */
  readonly verifyToken: (lesiId: string, token: string) => boolean
  readonly intake: Intake
  readonly presence: PresenceListener
  readonly refusals: Refusals
  readonly budget: Budget
  /** Absent while an external broker is used. */
  readonly broker: EmbeddedBroker | null
}

/** HTTP and WebSocket ways in for devices, and the list of what was refused. Needs `@fastify/websocket` on the application. */
export const ingestPlugin = fastifyPlugin(
  async (app: FastifyInstance, services: Services) => {
    await app.register(async (devices) => serveDocuments(devices, services))
    serve(
      app,
      listRefusals,
    )(async ({ caller }) => {
      const { catalogue, refusals } = services
      const visible = catalogue.visibleDeviceIds(caller)
      const mayBeSeen = (lesiId: string | null) => {
        const device = lesiId === null ? undefined : catalogue.device(lesiId)
        return device === undefined || visible.has(device.id)
      }
      return {
        data: refusals.list().filter(({ lesiId }) => mayBeSeen(lesiId)),
        meta: { total: refusals.total, nameless: refusals.namelessTotal },
      }
    })
    const { broker } = services
    if (broker)
      app.get('/mqtt', { websocket: true, schema: { hide: true } }, (socket: WebSocket, request) => {
        countUnfinishedMessages(socket, request, services.budget)
        broker.handle(createWebSocketStream(socket), request.ip)
      })
  },
  { name: 'ingest', dependencies: ['@fastify/websocket'] },
)

function serveDocuments(app: FastifyInstance, services: Services): void {
  const { intake, presence, refusals } = services
  // The document is understood by the same code, whichever protocol brought it, and whatever the sender calls its type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // The token is asked for before the body is read.
  app.addHook('onRequest', async (request) => void assertDevice(services, request))
  app.addHook('onError', async (request, _reply, error) => {
    if (error instanceof AppError && !isOverload(error)) return
    const field = 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? 'document' : 'request'
    refusals.add({ ...originOf(request), lesiId: lesiIdOf(request), field, reason: error.message })
  })
  serve(app, ingestDocument, { bodyLimit: maximumMessageBytes })(async ({ body, request }) => {
    const device = assertDevice(services, request)
    const origin = originOf(request)
    const text = Buffer.isBuffer(body) ? body.toString('utf8') : ''
    presence.heard(device.id)
    const outcome = await intake.take(device, text).catch((error: unknown) => {
      const reason = error instanceof AppError ? error.message : 'could not be stored'
      refusals.add({ ...origin, lesiId: device.lesiId, field: 'store', reason, message: text })
      throw error
    })
    if ('stored' in outcome) return { data: outcome }
    const { field, reason } = outcome.problem
    refusals.add({ ...origin, lesiId: device.lesiId, field, reason, message: text })
    throw new AppError('invalid', `${field}: ${reason}`, { errors: { [field]: [reason] } })
  })
}

/** The device that the request's path and token name. Refuses, counts and lists everybody else. */
function assertDevice({ catalogue, verifyToken, refusals }: Services, request: FastifyRequest): CatalogueDevice {
  const lesiId = lesiIdOf(request)
  const device = catalogue.device(lesiId)
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (device && verifyToken(lesiId, token)) return device
  const reason = !device ? 'no such device' : token === '' ? 'no token' : 'wrong token'
  refusals.add({ ...originOf(request), nameless: true, lesiId, field: 'authorization', reason })
  // The sender is not told which devices there are: the answer depends on nothing but what was sent.
  const answer =
    token === ''
      ? 'Send the device token as: Authorization: Bearer TOKEN'
      : 'The device token is wrong, or there is no such device'
  throw new AppError('device_unauthenticated', answer)
}

/** The path alone: some put their token behind the question mark, and this is shown to people. */
const originOf = ({ url, ip }: FastifyRequest) => ({ source: `HTTP ${url.split('?', 1)[0]}`, address: ip })

const isOverload = ({ code }: AppError): boolean => code === 'too_many_requests' || code === 'overloaded'

function lesiIdOf({ params }: FastifyRequest): string {
  const lesiId = typeof params === 'object' && params !== null && 'lesiId' in params ? params.lesiId : ''
  return typeof lesiId === 'string' ? lesiId : ''
}
