import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#kit/model/calls/errors.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import { overloaded } from '#kit/server/budget/overloaded.ts'
import '#kit/server/http/gates.ts'
import { countUnfinishedMessages } from '#kit/server/http/connections/socket-budget.ts'
import { kioskProtocol } from '#kit/model/live/protocol.ts'
import type { KioskAccess, Kiosks } from '#kit/server/kiosks.ts'
import type { LiveSockets } from './live-sockets.ts'

interface Options {
  readonly sockets: LiveSockets
  readonly kiosks: Kiosks
  readonly budget: Budget
  /** Origins that may open the socket besides the one it is served from. */
  readonly allowedOrigins: readonly string[]
}

/**
 * The live socket at `/api/live`, and at `/api/kiosk/live` for those who have a link and no
 * account. Needs the session plugin and `@fastify/websocket` on the application.
 */
export const livePlugin = fastifyPlugin(
  async (app: FastifyInstance, { sockets, kiosks, budget, allowedOrigins }: Options) => {
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
    const refuseTooMany = async ({ caller }: FastifyRequest) => {
      if (caller && sockets.isRefused(caller)) throw overloaded('share')
    }
    const ownOptions = { ...options, onRequest: [check, refuseTooMany] }
    app.get('/api/live', ownOptions, (socket: WebSocket, request) => {
      countUnfinishedMessages(socket, request, budget)
      if (request.caller) sockets.accept(socket, request.caller)
    })
    // Of one handshake, from its check to the socket.
    const opened = new WeakMap<FastifyRequest, KioskAccess>()
    const openKiosk = async (request: FastifyRequest) => {
      const kiosk = await kiosks.accessOf(tokenOf(request.headers['sec-websocket-protocol']))
      if (!kiosk) throw new AppError('unauthenticated', 'This link does not open anything')
      opened.set(request, kiosk)
    }
    const kioskOptions = {
      ...options,
      config: { gate: 'public', rateLimit: { max: 120, timeWindow: '1 minute' } },
      onRequest: async (request: FastifyRequest) => {
        await check(request)
        await openKiosk(request)
      },
    } as const
    app.get('/api/kiosk/live', kioskOptions, (socket: WebSocket, request) => {
      countUnfinishedMessages(socket, request, budget)
      const kiosk = opened.get(request)
      if (kiosk) sockets.accept(socket, kiosk.caller, kiosk)
    })
    app.addHook('preClose', async () => sockets.close())
  },
  { name: 'live', dependencies: ['@fastify/websocket', 'accounts'] },
)

/**
 * The token of a kiosk link. A browser can give a socket no header but its protocols, and an
 * address would be in logs: the token comes as the protocol after `kioskProtocol`.
 */
function tokenOf(protocols: string | undefined): string {
  const [first, token = ''] = (protocols ?? '').split(',').map((each) => each.trim())
  return first === kioskProtocol && /^[\w-]{1,100}$/.test(token) ? token : ''
}

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
