import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { createWebSocketStream } from 'ws'
import type { Budget } from '#kit/server/budget/budget.ts'
import { serve } from '#kit/server/http/serve.ts'
import { countUnfinishedMessages } from '#kit/server/http/socket-budget.ts'
import { listRefusals } from '../contract/routes.ts'
import { keepAliveProbeMs, type EmbeddedBroker } from './broker/embedded-broker.ts'
import { serveDocuments, type DocumentServices } from './http/http-documents.ts'

interface Services extends DocumentServices {
  readonly budget: Budget
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
