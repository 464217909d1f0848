import type { Duplex } from 'node:stream'
import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { createWebSocketStream } from 'ws'
import type { Clock } from '#kit/server/clock.ts'
import { serve } from '#kit/server/http/serve.ts'
import { countUnfinishedMessages } from '#kit/server/http/connections/socket-budget.ts'
import { readTail } from '../contract/tail.ts'
import { keepAliveProbeMs, type EmbeddedBroker } from './broker/embedded-broker.ts'
import type { BatchServices } from './batch/batch-request.ts'
import { serveBatch } from './batch/batch-route.ts'
import { serveDocuments } from './http/http-documents.ts'
import { serveDryRuns } from './dry-run/dry-run-routes.ts'
import { serveLineProtocol } from './line-protocol/line-protocol-routes.ts'
import { serveRefusals } from './refusals/refusals-routes.ts'
import { serveThings, type ThingsServices } from './things/things-routes.ts'
import type { MessageTail } from './tail/message-tail.ts'

type Services = BatchServices &
  ThingsServices & {
    /** Absent while an external broker is used. */
    readonly broker: EmbeddedBroker | null
    readonly tail: MessageTail
    readonly clock: Clock
  }

/**
 * HTTP and WebSocket ways in for devices, and the list of what was refused. Needs
 * `@fastify/websocket` on the application.
 */
export const ingestPlugin = fastifyPlugin(
  async (app: FastifyInstance, services: Services) => {
    await app.register(async (devices) => serveDocuments(devices, services))
    await app.register(async (devices) => serveBatch(devices, services))
    await app.register(async (devices) => serveLineProtocol(devices, services))
    serveRefusals(app, services)
    serveDryRuns(app, services)
    serveThings(app, services)
    serve(app, readTail, async ({ body, caller }) => ({ data: services.tail.read(caller, body) }))
    const { broker } = services
    // Connections over WebSocket end with the web server, before the broker does.
    app.addHook('preClose', async () => broker?.ignoreWills())
    if (broker)
      app.get(
        '/mqtt',
        { websocket: true, schema: { hide: true } },
        (socket: WebSocket, request) => {
          countUnfinishedMessages(socket, request, services.budget)
          request.raw.socket.setKeepAlive(true, keepAliveProbeMs)
          broker.handle(binaryStream(socket), request.ip)
        },
      )
  },
  { name: 'ingest', dependencies: ['@fastify/websocket'] },
)

/** What comes in binary messages; another one ends the connection (MQTT 5.0, 6.0). */
function binaryStream(socket: WebSocket): Duplex {
  const stream = createWebSocketStream(socket)
  socket.prependListener('message', (_data, isBinary) => {
    if (!isBinary) stream.destroy(new Error('comes as text; MQTT is binary in a WebSocket'))
  })
  return stream
}
