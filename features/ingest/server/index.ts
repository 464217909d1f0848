import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { createWebSocketStream } from 'ws'
import { serve } from '#kit/server/http/serve.ts'
import { countUnfinishedMessages } from '#kit/server/http/socket-budget.ts'
import { listRefusals } from '../contract/routes.ts'
import { keepAliveProbeMs, type EmbeddedBroker } from './broker/embedded-broker.ts'
import type { BatchServices } from './batch/batch-request.ts'
import { serveBatch } from './batch/batch-route.ts'
import { serveDocuments } from './http/http-documents.ts'
import { serveLineProtocol } from './line-protocol/line-protocol-routes.ts'

interface Services extends BatchServices {
  /** Absent while an external broker is used. */
  readonly broker: EmbeddedBroker | null
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
    serve(app, listRefusals, async ({ caller }) => {
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
      app.get(
        '/mqtt',
        { websocket: true, schema: { hide: true } },
        (socket: WebSocket, request) => {
          countUnfinishedMessages(socket, request, services.budget)
          request.raw.socket.setKeepAlive(true, keepAliveProbeMs)
          broker.handle(createWebSocketStream(socket), request.ip)
        },
      )
  },
  { name: 'ingest', dependencies: ['@fastify/websocket'] },
)
