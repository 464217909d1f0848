import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerBinRoutes, registerVersionRoutes } from './history-handlers.ts'
import { registerPageRoutes } from './pages-handlers.ts'
import type { PagesServices } from './pages-services.ts'
import { registerUpdateRoute } from './update-handlers.ts'

export { startBinMaintenance } from './bin-maintenance.ts'

/** The calls about the pages that people build. */
export function pagesPlugin(services: PagesServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    registerPageRoutes(app, services)
    registerUpdateRoute(app, services)
    registerVersionRoutes(app, services)
    registerBinRoutes(app, services)
  }
  return fastifyPlugin(register, {
    name: 'pages',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
