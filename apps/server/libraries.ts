import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { networkSource } from '#kit/server/process/network-source.ts'

/** Makes ready what the features' routes use: the description of the API, limits, sockets. */
export async function registerLibraries(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: { info: { title: 'Warroom', version } },
    transform: jsonSchemaTransform,
  })
  await app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => networkSource(ip) })
  await app.register(websocket, {
    options: { maxPayload: 512 * 1024, perMessageDeflate: false, handleProtocols: protocolOf },
    // Whoever sends too much or breaks off must not be able to fill the log.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'a socket ended with an error')
      socket.terminate()
    },
    preClose: endSockets,
  })
}

/** Going away (RFC 6455, 7.4.1): a client may come back, which it does not do after each end. */
const goingAway = 1001

/** The library's own end gives no reason. */
function endSockets(this: FastifyInstance, done: () => void): void {
  const { clients } = this.websocketServer
  for (const socket of clients) socket.close(goingAway, 'the server is stopping')
  this.websocketServer.close(() => done())
}

/** Of what a client offers: MQTT where it is among it (MQTT 5.0, 6.0), otherwise the first. */
const protocolOf = (offered: ReadonlySet<string>): string | false =>
  offered.has('mqtt') ? 'mqtt' : ([...offered][0] ?? false)

/** The description of the API, for everybody. */
export async function documentationPlugin(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => void (route.config = { ...route.config, gate: 'public' }))
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { layout: 'BaseLayout' } })
}
