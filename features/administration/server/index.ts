import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerAccountRoutes } from './account-handlers.ts'
import { registerRoleRoutes } from './roles-handlers.ts'
import type { AdministrationServices } from './services.ts'
import { registerUserRoutes } from './users-handlers.ts'

export { ensureProducts } from './products.ts'

/** Accounts, roles, permissions and products. */
export function administrationPlugin(services: AdministrationServices): FastifyPluginAsync {
  return fastifyPlugin(
    async (app) => {
      registerUserRoutes(app, services)
      registerAccountRoutes(app, services)
      registerRoleRoutes(app, services)
    },
    { name: 'administration', dependencies: ['session'], fastify: '5.x' },
  )
}
