import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#kit/model/errors.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import '#kit/server/http/gates.ts'
import { countUnfinishedMessages } from '#kit/server/http/socket-budget.ts'
import type { LiveSockets } from './live-sockets.ts'

interface Options {
  readonly sockets: LiveSockets
  readonly budget: Budget
  /** Origins that may open the socket besides the one it is served from. */
  readonly allowedOrigins: readonly string[]
}

/**
 * The live socket at `/api/live`. Needs the session plugin and `@fastify/websocket` on the
 * application.
 */
export const livePlugin = fastifyPlugin(
  async (app: FastifyInstance, { sockets, budget, allowedOrigins }: Options) => {
    const check = async (request: FastifyRequest) => {
      if (!isAllowedOrigin(request.headers.origin, request.headers.host, allowedOrigins))
        throw new AppError('forbidden', 'Origin is not allowed')
    }
    const options = {
      websocket: true,
      schema: { hide: true },
      config: { gate: warRoomGate },
      onRequest: check,
    } as const
    app.get('/api/live', options, (socket: WebSocket, request) => {
      countUnfinishedMessages(socket, request, budget)
      if (request.caller) sockets.accept(socket, request.caller)
    })
    app.addHook('preClose', async () => sockets.close())
  },
  { name: 'live', dependencies: ['@fastify/websocket', 'accounts'] },
)

/**
 * Browsers name the page's origin in every handshake; a page of another site must not use this
 * site's session.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  return (
    URL.canParse(origin) &&
    /^https?:$/.test(new URL(origin).protocol) &&
    new URL(origin).host === host
  )
}
