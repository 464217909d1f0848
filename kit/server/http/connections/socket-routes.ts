import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import '@fastify/websocket'

/**
 * Lets only routes that have a WebSocket take one. Elsewhere a request for one is answered as if it
 * had not asked: the library would open a socket at any address, for anybody, and collect what is
 * sent into it until its closing is answered. The connection of a refused one ends with the answer.
 */
export function limitUpgrades(app: FastifyInstance): void {
  const paths = new Set<string>()
  app.addHook('onRoute', ({ url, websocket }) => {
    if (websocket === true) paths.add(url)
  })
  // Node reads the property at each request; its types do not have it.
  Object.assign(app.server, {
    shouldUpgradeCallback: ({ url = '' }: IncomingMessage) => paths.has(url.split('?', 1)[0] ?? ''),
  })
  // Node has let go of the connection, and the library ends only those that its own hook has seen.
  app.addHook('onResponse', async ({ raw }) => {
    if (isUpgrade(raw)) raw.socket.destroy()
  })
}

/** Its types do not have the property either. */
const isUpgrade = (request: IncomingMessage) => 'upgrade' in request && request.upgrade === true
