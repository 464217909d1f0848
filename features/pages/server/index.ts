import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerBinRoutes, registerVersionRoutes } from './history-handlers.ts'
import { registerPageRoutes } from './pages-handlers.ts'
import type { BoardServices } from './board-services.ts'
import { registerDashboardChoices, registerDashboardRoutes } from './dashboards-handlers.ts'

export { startBinMaintenance } from './bin-maintenance.ts'

/** The calls about the pages and dashboards that people build. */
export function pagesPlugin(services: BoardServices): FastifyPluginAsync {
  const register = async (app: FastifyInstance) => {
    registerPageRoutes(app, services)
    registerDashboardRoutes(app, services)
    registerDashboardChoices(app, services)
    registerVersionRoutes(app, services)
    registerBinRoutes(app, services)
  }
  return fastifyPlugin(register, {
    name: 'pages',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
