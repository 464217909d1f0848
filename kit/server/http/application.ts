import { randomUUID } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'
import { assertClientVersion } from './requests/client-version.ts'
import { leaveOutTypeOfNothing } from './requests/empty-body.ts'
import { sendFailure } from './replies/failure.ts'
import { cleanForwardedAddresses } from './requests/forwarded-address.ts'
import { guardRoutes } from './gates.ts'
import { readJsonBodies } from './requests/json-body.ts'
import { assertNotTooDeep } from './requests/nested-body.ts'
import { assertOneHost } from './requests/one-host.ts'
import { answerRepeatedWrites } from './repeated/repeated-writes.ts'
import { RequestTurns } from './requests/request-turns.ts'
import { serializeReply } from './replies/serialize-reply.ts'
import { limitUpgrades } from './connections/socket-routes.ts'
import { validateInput } from './requests/validate-input.ts'

/** Largest JSON body of an ordinary call. */
const bodyLimit = 1024 * 1024

/**
 * Who has not read an answer by then, or not answered the end of a socket, is cut off at the stop:
 * what comes after needs its time.
 */
const closingGraceMs = 2_000

/**
 * Budgets, slots, signals and the framework each wait for the end of an answer, eleven of them for
 * one that is sent in pieces; from ten on Node.js warns of a leak, which this is none.
 */
const maximumListeners = 20

type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** The answer to a call that no route serves. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendFailure(
    new AppError('not_found', `Nothing at ${request.url.slice(0, 200)}`),
    request,
    reply,
  )
}

/**
 * Whether the answer to an address that no route serves is the page: to whoever reads, is not at
 * the API, and does not ask for JSON alone.
 */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/')) return false
  const accept = headers.accept ?? ''
  return accept.includes('text/html') || !/\bjson\b/i.test(accept)
}

/**
 * The path of an address that names its server, as to a proxy: calls and pages are recognised by
 * how it begins.
 */
function withoutOrigin(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') || path === url ? path : `/${path}`
}

/** The answer to an address that cannot be decoded: hooks and handlers never see it. */
function answerUnreadable(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return wantsPage(request) ? reply.redirect('/404') : sendFailure(error, request, reply)
}

/**
 * A Fastify application that serves contracts: zod in and out, the failure envelope for every
 * error, request ids in logs and replies. What a proxy says about its client (X-Forwarded-…)
 * counts only from `trustedProxies`: addresses and networks.
 */
export function createHttpApplication(
  logger: Logger,
  answerUnknown: AnswerUnknown = answerNotFound,
  trustedProxies: readonly string[] = [],
): FastifyInstance {
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 256 },
    rewriteUrl: ({ url = '/' }) => withoutOrigin(url),
    frameworkErrors: (error, request, reply) => void answerUnreadable(error, request, reply),
  }) as unknown as FastifyInstance

  readJsonBodies(app)
  app.setValidatorCompiler(validateInput)
  app.setSerializerCompiler(serializeReply)
  app.setErrorHandler((error: Error, request, reply) => sendFailure(error, request, reply))
  app.setNotFoundHandler(answerUnknown)
  app.decorateRequest('caller', null)
  const turns = new RequestTurns()
  app.addHook('onRequest', (_request, _reply, done) => turns.next(done))
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.setMaxListeners(maximumListeners)
    cleanForwardedAddresses(request.raw.headers)
    leaveOutTypeOfNothing(request.raw.headers)
    void reply.header('X-Request-Id', request.id)
    assertOneHost(request.raw.rawHeaders)
    const version = request.headers['x-app-version']
    if (typeof version === 'string') assertClientVersion(version)
  })
  app.addHook('preValidation', async ({ body }) => assertNotTooDeep(body))
  answerRepeatedWrites(app)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    const cutOff = () => {
      app.server.closeAllConnections()
      // Node does not count them among its connections any more, and waits for them all the same.
      for (const socket of app.websocketServer?.clients ?? []) socket.terminate()
    }
    const timer = setTimeout(cutOff, closingGraceMs)
    app.server.once('close', () => clearTimeout(timer))
  })
  app.addHook('onSend', async (request, reply) => {
    // A connection that stays open would hold up the end for as long as its client likes.
    if (isClosing) void reply.header('Connection', 'close')
    // Answers of the API are of this moment and for this person; files that may be cached say so
    // themselves.
    if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control'))
      void reply.header('Cache-Control', 'no-store')
  })
  guardRoutes(app)
  limitUpgrades(app)
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        url: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  return app
}
