import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerConnectorRoutes } from './registry/connector-handlers.ts'
import type { ConnectorServices } from './registry/connector-services.ts'
import { registerProbeRoutes } from './registry/probe-handlers.ts'

export { connectorCommands } from './commands/connector-commands.ts'
export { Connectors } from './connectors.ts'

/** The calls that configure connectors and show how they are. */
export function connectorsPlugin(services: ConnectorServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    registerConnectorRoutes(app, services)
    registerProbeRoutes(app, services)
  }
  return fastifyPlugin(register, {
    name: 'connectors',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
