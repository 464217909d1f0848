import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import '#kit/server/http/serve.ts'
import type { Caller } from '#kit/server/caller.ts'

/**
 * Stands in for the session plugin: `caller` of each request is what `callerNow` returns at that
 * moment.
 */
export function signedInAs(callerNow: () => Caller | null): FastifyPluginAsync {
  return fastifyPlugin(
    async (app) => {
      app.addHook('onRequest', async (request) => void (request.caller = callerNow()))
    },
    { name: 'accounts' },
  )
}
